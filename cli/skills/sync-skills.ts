import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { SkillPrompt } from '#contract/skills/skill-prompt.ts'
import { writeSkill } from '#contract/skills/write-skill.ts'
import { textHash } from '#cli/sync/prompt-content.ts'

/** Why a folder of a skill is left as it is. */
export type KeptBecause = 'foreign' | 'edited' | 'link' | 'unwritable'

export type SkillsReport = {
  directory: string
  written: string[]
  removed: string[]
  unchanged: number
  kept: { name: string; because: KeptBecause }[]
}

/** What was written to a folder: the hashes of its files, by their names. */
const Written = z.object({ server: z.string(), files: z.record(z.string(), z.string()) })
const State = z.object({ skills: z.record(z.string(), Written) })
type State = z.output<typeof State>

/** Beside the folders, also for those who get them by git. */
const stateFile = '.promptshelf.json'
const isName = /^[a-z0-9-]{1,64}$/
const fileNames = ['SKILL.md', 'prompt.md']

/**
 * Writes a folder for each prompt that has a short name, and removes those of prompts that have it no more. Touches only what it has
 * written, and nothing of that which has been edited since.
 */
export function syncSkills(
  directory: string,
  server: string,
  prompts: readonly SkillPrompt[],
): SkillsReport {
  const report: SkillsReport = { directory, written: [], removed: [], unchanged: 0, kept: [] }
  const state = readState(directory)
  const keep = (name: string, because: KeptBecause) => report.kept.push({ name, because })
  for (const prompt of prompts) attempt(prompt.shortName, () => write(prompt))
  const current = new Set(prompts.map(({ shortName }) => shortName))
  for (const [name, written] of Object.entries(state.skills)) {
    const isOver = written.server === server && !current.has(name)
    if (isOver) attempt(name, () => remove(name))
  }
  if (Object.keys(state.skills).length > 0 || report.removed.length > 0) {
    mkdirSync(directory, { recursive: true })
    replaceFile(join(directory, stateFile), `${JSON.stringify(state, null, 2)}\n`)
  }
  return report

  function attempt(name: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      keep(name, 'unwritable')
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
    const folder = join(directory, name)
    const former = Object.keys(state.skills[name]?.files ?? {})
    const isSame =
      former.every((file) => files.has(file)) &&
      [...files].every(([file, text]) => readText(join(folder, file)) === text)
    if (isSame) report.unchanged++
    else {
      mkdirSync(folder, { recursive: true })
      for (const [file, text] of files) replaceFile(join(folder, file), text)
      for (const file of former) if (!files.has(file)) rmSync(join(folder, file), { force: true })
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
    for (const file of files) rmSync(join(directory, name, file), { force: true })
    try {
      rmdirSync(join(directory, name))
    } catch {
      // What others have put there stays.
    }
    report.removed.push(name)
  }

  /** @param wanted what is to be written; a folder that has it already is ours */
  function reasonToKeep(
    name: string,
    wanted?: ReadonlyMap<string, string>,
  ): KeptBecause | undefined {
    const folder = join(directory, name)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) return wanted === undefined ? 'foreign' : undefined
    if (!found.isDirectory()) return 'link'
    const inside = fileNames.map((file) => lstatSync(join(folder, file), { throwIfNoEntry: false }))
    if (inside.some((file) => file !== undefined && !file.isFile())) return 'link'
    const main = readText(join(folder, 'SKILL.md'))
    if (main === undefined || !isOurs(main)) return 'foreign'
    const written = state.skills[name]?.files
    const isAsWritten =
      written !== undefined &&
      Object.entries(written).every(
        ([file, hash]) => textHash(readText(join(folder, file)) ?? '') === hash,
      )
    const isAsWanted =
      wanted !== undefined &&
      [...wanted].every(([file, text]) => readText(join(folder, file)) === text)
    return isAsWritten || isAsWanted ? undefined : 'edited'
  }
}

/** Whether a `SKILL.md` says in its fields that it was written from a prompt. */
function isOurs(text: string): boolean {
  const [, fields = ''] = /^---\n([\s\S]{0,9000}?)\n---\n/.exec(text.replaceAll('\r\n', '\n')) ?? []
  return /^metadata:\n(?: +.*\n)*? +promptshelf: /m.test(fields)
}

function readState(directory: string): State {
  const text = readText(join(directory, stateFile))
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Replaces a file, as a whole or not at all. */
function replaceFile(file: string, text: string): void {
  const draft = join(dirname(file), `.promptshelf-${process.pid}`)
  writeFileSync(draft, text)
  renameSync(draft, file)
}
