import { cutTo, isLongerThan, limits } from '#contract/core/limits.ts'
import { FilePrompt } from '#contract/transfer/library-file.ts'
import {
  followTextFile,
  inputsHeading,
  textFile,
  textHeading,
} from '#contract/transfer/skills/write-skill.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { collect, paragraphs, type Collection } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import { splitFrontMatter } from '#web/transfer/formats/markdown/front-matter.ts'
import { notesOf, readArguments } from '#web/transfer/formats/markdown/markdown.ts'
import { mendPrompt } from '#contract/transfer/formats/mend.ts'
import { folderOf, foldersOf } from '#contract/transfer/formats/paths.ts'
import { readYaml } from '#contract/transfer/formats/read-yaml.ts'
import { isFields, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { clipboardPath } from '#contract/transfer/formats/text.ts'
import { folderOfSkill, isSkill, skillFoldersOf } from './skill-parts.ts'

/** Agent Skills, our own or others': folders with a `SKILL.md`. Our own can also be pasted. */
export const skills: Format = {
  id: 'skills',
  detect(files) {
    const folders = skillFoldersOf(files)
    return files.filter(
      (file) => folderOfSkill(file.path, folders) !== undefined || isPastedSkill(file),
    )
  },
  read(files, options) {
    const collection = collect('skills', options)
    const folders = skillFoldersOf(files)
    const parts = Map.groupBy(files, ({ path }) => folderOfSkill(path, folders))
    for (const file of files) {
      if (isSkill(file) || isPastedSkill(file)) {
        options.onRead?.(file.text.length)
        readSkill(file, parts.get(folderOf(file.path)) ?? [], collection)
      }
    }
    return collection.result()
  },
}

function isPastedSkill({ path, text }: TextFile): boolean {
  return path === clipboardPath && /^---\n[\s\S]{0,9000}\nmetadata:\n {2}promptshelf: /.test(text)
}

/** Reads a `SKILL.md`. Markdown next to it becomes notes, and other files are reported. */
function readSkill(main: TextFile, parts: readonly TextFile[], collection: Collection): void {
  const { report } = collection
  const { path } = main
  const { fields, body, problem } = splitFrontMatter(withLineEnds(main.text))
  if (problem) {
    const { code, ...details } = problem
    report(code === 'yaml_broken' ? 'front_matter_broken' : code, path, details)
  }
  const metadata = isFields(fields['metadata']) ? fields['metadata'] : {}
  const own = metadata['promptshelf'] === undefined ? undefined : readOwnBody(body)
  const apart =
    own?.text === followTextFile
      ? parts.find((part) => part.path === joined(folderOf(path), textFile))
      : undefined
  if (own?.text === followTextFile && !apart) {
    report('skill_text_missing', path)
    return
  }
  const others = parts.filter((part) => part !== main && part !== apart)
  const references = others.filter((part) => /\.md$/i.test(part.path))
  reportLeftOut(
    main,
    others.filter((part) => !references.includes(part)),
    collection,
  )
  const skill = { main, fields, metadata, references: toNotes(main, references) }
  if (own) addOwn(skill, own, apart && withLineEnds(apart.text), collection)
  else addForeign(skill, body, collection)
}

type Skill = { main: TextFile; fields: Fields; metadata: Fields; references: string }

function addOwn(
  { main: { path }, fields, metadata, references }: Skill,
  { inputs, text: shown }: OwnBody,
  apart: string | undefined,
  { library, report, folderFor }: Collection,
): void {
  const settings: VariableSetting[] = []
  for (const input of inputs) {
    if (Object.keys(input).length === 1) continue
    const setting = VariableSetting.safeParse({ kind: 'text', ...input })
    if (setting.success) settings.push(setting.data)
    else report('variable_simplified', path, { name: input.name.slice(0, limits.nameLength) })
  }
  const text = apart ?? shown
  const isMarked = metadata['variables'] === 'marked'
  const body = isMarked ? text : toStoredForm(text, new Set(inputs.map(({ name }) => name)))
  const shortName = textIn(fields, 'name') ?? null
  const name = textIn(metadata, 'title') ?? shortName ?? '…'
  const description = textIn(fields, 'description') ?? null
  const prompt = FilePrompt.parse({
    id: `skills-prompt-${library.prompts.length + 1}`,
    folderId: folderFor(foldersOf(folderOf(path))),
    name,
    shortName,
    // A title is the description if there is no other.
    whenToUse: description === name ? null : description,
    prompt: body,
    notes: references === '' ? null : references,
    variables: settingsFor(body, settings),
  })
  library.prompts.push(mendPrompt(prompt, (code, details) => report(code, path, details)))
}

function addForeign(
  { main: { path }, fields, references }: Skill,
  body: string,
  { add }: Collection,
): void {
  const { description, ...others } = fields
  const folders = foldersOf(path)
  const given = textIn(fields, 'name')
  const command = given !== undefined && /^\S+$/.test(given) ? given : folders.at(-1)
  const whenToUse = typeof description === 'string' && command ? description.trim() : ''
  const isWhole = whenToUse !== '' && !isLongerThan(whenToUse, limits.whenToUseLength)
  const { text, settings } = readArguments(path, fields, body.replace(/^\s*\n/, ''))
  add({
    file: path,
    name: textIn(fields, 'title') ?? given ?? command,
    command,
    whenToUse: cutTo(whenToUse, limits.whenToUseLength),
    text: text.replace(/\n$/, ''),
    notes: paragraphs(notesOf(isWhole ? others : fields), references),
    folders: folders.slice(0, -1),
    settings,
  })
}

type OwnBody = { inputs: { name: string }[]; text: string }

/**
 * Splits the part of a `writeSkill` file below the front matter. Undefined if it has been changed beyond recognition.
 */
function readOwnBody(body: string): OwnBody | undefined {
  const start = `\n${body}`.indexOf(`\n${textHeading}`)
  if (start < 0) return undefined
  const before = body.slice(0, start).trim()
  const text = body.slice(start + textHeading.length).replace(/\n$/, '')
  if (before === '') return { inputs: [], text }
  const yaml = /^```yaml\n([\s\S]*?)^```$/m.exec(before)?.[1]
  if (!before.startsWith(inputsHeading.trim()) || yaml === undefined) return undefined
  const read = readYaml(yaml, 'types')
  if (!('value' in read) || !Array.isArray(read.value)) return undefined
  const inputs = read.value.filter(isInput)
  return inputs.length === read.value.length ? { inputs, text } : undefined
}

function isInput(value: unknown): value is { name: string } {
  return isFields(value) && typeof value['name'] === 'string'
}

/** Joins references, up to the maximum length of notes. */
function toNotes(main: TextFile, references: readonly TextFile[]): string {
  let notes = ''
  for (const reference of references) {
    // One character more than fits, so that the loss is noticed.
    const text = reference.text.trim().slice(0, 2 * limits.notesLength + 1)
    if (notes.length <= 2 * limits.notesLength) {
      notes += `${notes && '\n\n'}## ${nameIn(main, reference.path)}\n\n${text}`
    }
  }
  return notes
}

function reportLeftOut(main: TextFile, files: readonly TextFile[], { report }: Collection): void {
  if (files.length === 0) return
  const names = files.slice(0, namesListed).map(({ path }) => nameIn(main, path))
  report('skill_files_left_out', main.path, { name: names.join(', '), count: files.length })
}

/** Names of files in one message. */
const namesListed = 10

function nameIn(main: TextFile, path: string): string {
  const folder = folderOf(main.path)
  return folder === '' ? path : path.slice(folder.length + 1)
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function withLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
