import { mkdirSync } from 'node:fs'
import * as z from 'zod/mini'
import type { SkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeSkill } from '#contract/transfer/skills/write-skill.ts'
import { OwnDirectory, PathError } from '#cli/prompts/own-directory.ts'
import { textHash } from '#cli/sync/prompt-content.ts'

/** Why a folder of a skill is not changed. */
export type KeptBecause = 'foreign' | 'edited' | 'link' | 'unwritable'

export type SkillsReport = {
  directory: string
  written: string[]
  removed: string[]
  unchanged: number
  kept: { name: string; because: KeptBecause }[]
}

/** The files written to a folder: their hashes, by their names. */
const Written = z.object({ server: z.string(), files: z.record(z.string(), z.string()) })
const State = z.object({ skills: z.record(z.string(), Written) })
type State = z.output<typeof State>

/** Next to the folders, also for users who get them via git. */
const stateFile = '.promptshelf.json'
const draftFile = `.promptshelf-${process.pid}`
const isName = /^[a-z0-9-]{1,64}$/
const fileNames = ['SKILL.md', 'prompt.md']

/**
 * Writes a folder for each prompt that has a short name, and removes the folders of prompts that no longer have one.
 * Only changes files that it created and that are unedited.
 */
export function syncSkills(
  directory: string,
  server: string,
  prompts: readonly SkillPrompt[],
): SkillsReport {
  const report: SkillsReport = { directory, written: [], removed: [], unchanged: 0, kept: [] }
  const own = new OwnDirectory(directory)
  const state = readState(own)
  const keep = (name: string, because: KeptBecause) => report.kept.push({ name, because })
  for (const prompt of prompts) attempt(prompt.shortName, () => write(prompt))
  const current = new Set(prompts.map(({ shortName }) => shortName))
  for (const [name, written] of Object.entries(state.skills)) {
    const isOver = written.server === server && !current.has(name)
    if (isOver) attempt(name, () => remove(name))
  }
  if (Object.keys(state.skills).length > 0 || report.removed.length > 0) {
    mkdirSync(directory, { recursive: true })
    own.replace(stateFile, `${JSON.stringify(state, null, 2)}\n`, draftFile)
  }
  return report

  function attempt(name: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      if (error instanceof PathError) keep(name, 'link')
      else if (error instanceof Error && 'syscall' in error) keep(name, 'unwritable')
      else throw error
    }
  }

  function write(prompt: SkillPrompt): void {
    const name = prompt.shortName
    const files = new Map(
      writeSkill(prompt).map(({ path, text }) => [path.slice(name.length + 1), text]),
    )
    const reason = reasonToKeep(name, files)
    if (reason !== undefined) {
      keep(name, reason)
      return
    }
    const previous = Object.keys(state.skills[name]?.files ?? {})
    const isUnchanged =
      previous.every((file) => files.has(file)) &&
      [...files].every(([file, text]) => own.read(`${name}/${file}`) === text)
    if (isUnchanged) report.unchanged++
    else {
      mkdirSync(directory, { recursive: true })
      own.makeDirectory(name)
      for (const [file, text] of files) own.replace(`${name}/${file}`, text, draftFile)
      for (const file of previous) if (!files.has(file)) own.remove(`${name}/${file}`)
      report.written.push(name)
    }
    const hashes = [...files].map(([file, text]) => [file, textHash(text)] as const)
    state.skills[name] = { server, files: Object.fromEntries(hashes) }
  }

  function remove(name: string): void {
    const reason = reasonToKeep(name)
    if (reason === 'edited' || reason === 'link') {
      keep(name, reason)
      return
    }
    const files = Object.keys(state.skills[name]?.files ?? {})
    delete state.skills[name]
    // It was deleted, or replaced by someone else's.
    if (reason === 'foreign') return
    for (const file of files) own.remove(`${name}/${file}`)
    try {
      own.removeDirectory(name)
    } catch {
      // Other people's files stay.
    }
    report.removed.push(name)
  }

  /** @param wanted the files to write; a folder that already has them is ours */
  function reasonToKeep(
    name: string,
    wanted?: ReadonlyMap<string, string>,
  ): KeptBecause | undefined {
    const found = own.find(name)
    if (found === undefined) return wanted === undefined ? 'foreign' : undefined
    if (!found.isDirectory()) return 'link'
    const inside = fileNames.map((file) => own.find(`${name}/${file}`))
    if (inside.some((file) => file !== undefined && !file.isFile())) return 'link'
    const main = own.read(`${name}/SKILL.md`)
    if (main === undefined || !isOurs(main)) return 'foreign'
    const written = state.skills[name]?.files
    const isAsWritten =
      written !== undefined &&
      Object.entries(written).every(
        ([file, hash]) => textHash(own.read(`${name}/${file}`) ?? '') === hash,
      )
    const isAsWanted =
      wanted !== undefined &&
      [...wanted].every(([file, text]) => own.read(`${name}/${file}`) === text)
    return isAsWritten || isAsWanted ? undefined : 'edited'
  }
}

/** Whether the fields of a `SKILL.md` show that it was written from a prompt. */
function isOurs(text: string): boolean {
  const [, fields = ''] = /^---\n([\s\S]{0,9000}?)\n---\n/.exec(text.replaceAll('\r\n', '\n')) ?? []
  return /^metadata:\n(?: +\S.*\n)*? +promptshelf: /m.test(fields)
}

function readState(own: OwnDirectory): State {
  const text = own.read(stateFile)
  try {
    const { skills } = z.parse(State, JSON.parse(text ?? '{"skills":{}}'))
    // The file may have come with someone else's repository.
    const sound = Object.entries(skills).filter(
      ([name, { files }]) =>
        isName.test(name) && Object.keys(files).every((file) => fileNames.includes(file)),
    )
    return { skills: Object.fromEntries(sound) }
  } catch {
    return { skills: {} }
  }
}
