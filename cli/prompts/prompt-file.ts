import * as z from 'zod/mini'
import { closestWord } from '#contract/core/closest-word.ts'
import { defaultColor, toStoredColor } from '#contract/core/colors.ts'
import { editedFields, type EditedField, type Prompt } from '#contract/library/prompts.ts'
import {
  isDescription,
  Own,
  ownFields,
  readOwnText,
  words,
  writeBody,
} from '#contract/transfer/markdown/own-fields.ts'
import { readFields } from '#contract/transfer/markdown/read-fields.ts'
import { isFields, listOf, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { writeYaml } from '#contract/core/write-yaml.ts'

/** The fields of a prompt that a file contains. */
export type FilePrompt = Pick<Prompt, EditedField>

/** A prompt as a Markdown file: its fields as front matter, and its body byte for byte. */
export type PromptFile = {
  /** The prompt in the library; missing for a new one. */
  id?: string
  prompt: FilePrompt
  /** Whether it is only a body, without other fields. */
  isBare?: true
  /** Variables with settings that are not in the body; missing for none. */
  unused?: string[]
  /** Keys that most likely stand for one of ours that the file lacks; missing for none. */
  misspelt?: Misspelt[]
  /** Other front matter, which is kept unchanged. */
  others: OtherFields
}

export type Misspelt = { key: string; meant: string }

/** Lines of the front matter, in whole fields. */
export type OtherFields = {
  lines: readonly string[]
  /** The fields below `promptshelf`. */
  own: readonly string[]
}

/** Invalid front matter. `line` counts from 1. */
export class PromptFileError extends Error {
  readonly line: number
  /** Whether its closing line is missing. */
  readonly isOpen: boolean

  constructor(line: number, isOpen = false) {
    super(`The front matter is broken in line ${line}.`)
    this.line = line
    this.isOpen = isOpen
  }
}

type WordField = EditedField & keyof typeof words
/** Fields that the user edits and that are written unchanged. All are texts. */
const wordFields = editedFields.filter((field): field is WordField => field in words)

export const noOthers: OtherFields = { lines: [], own: [] }

/**
 * Writes a prompt as Markdown, which can also be imported. Variables in the body are `{name}`, as in the editor, or in
 * their stored form if that would be ambiguous.
 */
export function writePromptFile({ id, prompt, others }: PromptFile): string {
  const { name, notes, variables } = prompt
  const { writing, named, text } = writeBody(prompt.prompt)
  const isShort = isDescription(notes)
  const own = {
    ...(id !== undefined && { id }),
    ...Object.fromEntries(wordFields.map((field) => [words[field], prompt[field] ?? undefined])),
    ...(writing === 'stored' && { writing }),
    ...(named.length > 0 && { named }),
    ...(notes !== null && !isShort && { notes }),
    ...(variables.length > 0 && { variables }),
  }
  const fields = { name, ...(isShort && { description: notes }), [ownFields]: own }
  const kept = [...others.own, ...others.lines].map((line) => `${line}\n`)
  return `---\n${writeYaml(fields, { hasLines: true })}${kept.join('')}---\n${text}\n`
}

/**
 * Reads a file from `writePromptFile` or the library's export, also edited, or any other text with or without front
 * matter. One line ending at the end of the file is not part of the body.
 *
 * @param name the prompt's name if the file has none
 * @throws PromptFileError
 */
export function readPromptFile(file: string, name: string): PromptFile {
  const { source, body, firstLine } = splitFile(file)
  const entries = splitFields(source, 0)
  const given = new Map(entries.map((entry) => [entry.key, entry]))
  // Other tools' files have the name in `title`.
  const nameKey = given.has('name') ? 'name' : 'title'
  const read = (key: string, as: 'texts' | 'types') => readField(given.get(key), as, firstLine)
  const description = read('description', 'texts')
  const readKeys = new Set([nameKey, 'input', ownFields])
  if (typeof description === 'string') readKeys.add('description')
  const [texts, types] = (['texts', 'types'] as const).map((as) => read(ownFields, as))
  const line = firstLine + (given.get(ownFields)?.from ?? 0)
  const fields: Fields = isFields(types) ? types : {}
  const input = read('input', 'texts')
  // Only Dotprompt files have `input` without our field, and double braces for variables.
  const writing = given.has(ownFields) || !isFields(input) ? {} : { writing: 'double' }
  const ownText = (key: string) => textOf(isFields(texts) ? texts[key] : undefined)
  const own = z.parse(Own, { ...fields, ...writing, notes: ownText('notes') })
  if (fields['variables'] !== undefined) own.variables = toSettings(fields, texts)
  const { settings, unusable, body: stored } = readOwnText(own, input, body)
  if (unusable.length > 0) throw new PromptFileError(line)
  const variables = settingsFor(stored, settings)
  const used = new Set(variables.map((setting) => setting.name))
  const unused = settings.flatMap((setting) => (used.has(setting.name) ? [] : [setting.name]))
  const id = ownText('id')
  const inside = ownEntries(given.get(ownFields)?.lines ?? [])
  // Every file of ours has a name. In other files, words such as `date` are close to it.
  const lacksName = id !== null && !given.has(nameKey)
  const expected = given.has(ownFields) ? (lacksName ? ['name'] : []) : [ownFields]
  const misspelt = [
    ...findMisspelt(inside.entries, readOwnKeys),
    ...findMisspelt(entries, new Set(expected)),
  ]
  const worded = Object.fromEntries(
    wordFields.map((field) => [field, ownText(words[field])]),
  ) as Record<WordField, string | null>
  return {
    ...(id !== null && isId.test(id) && { id: id.toLowerCase() }),
    ...(entries.length === 0 && { isBare: true as const }),
    ...(unused.length > 0 && { unused }),
    ...(misspelt.length > 0 && { misspelt }),
    prompt: {
      ...worded,
      name: textOf(read(nameKey, 'texts')) ?? name,
      color: colorOf(worded.color),
      notes: own.notes ?? textOf(description),
      prompt: toStoredForm(stored),
      variables,
    },
    others: {
      lines: entries.filter(({ key }) => !readKeys.has(key)).flatMap(({ lines }) => lines),
      own: foreignLines(inside),
    },
  }

  function toSettings(typed: Fields, written: unknown): unknown[] {
    const variables = typed['variables']
    if (!Array.isArray(variables)) throw new PromptFileError(line)
    const asTexts = isFields(written) ? listOf(written['variables']) : []
    return variables.map((setting, at) => withTexts(setting, asTexts[at]))
  }
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The keys below `promptshelf` that are ours. */
const readOwnKeys: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(Own.shape),
  ...wordFields.map((field) => words[field]),
])

const settingTexts = ['name', 'kind', 'help', 'default', 'on', 'off', 'format', 'whenEmpty']

/** A setting with its texts as written: `default: 5` is the text `5`. */
function withTexts(typed: unknown, texts: unknown): unknown {
  if (!isFields(typed) || !isFields(texts)) return typed
  const written = settingTexts.filter((key) => key in texts).map((key) => [key, texts[key]])
  const options = listOf(texts['options'])
  return {
    kind: 'text',
    ...typed,
    ...(Object.fromEntries(written) as object),
    ...(Array.isArray(typed['options']) && {
      options: typed['options'].map((option, at) => withOptionTexts(option, options[at])),
    }),
  }
}

function withOptionTexts(typed: unknown, texts: unknown): unknown {
  if (!isFields(typed)) return { value: texts }
  if (!isFields(texts)) return typed
  const { value, label } = texts
  return { ...typed, value, ...(label !== undefined && { label }) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function colorOf(written: string | null): string {
  if (written === null) return defaultColor
  return /^#?[0-9a-f]{6}$/i.test(written) ? toStoredColor(written) : written
}

type SplitFile = { source: string[]; body: string; /** In the source, from 1. */ firstLine: number }

/** Splits a file into the lines of its front matter and the body. */
function splitFile(given: string): SplitFile {
  const file = given.startsWith('\uFEFF') ? given.slice(1) : given
  const opening = /^---[ \t]*\r?\n/.exec(file)
  const lineEnd = (opening ? opening[0].endsWith('\r\n') : /^[^\n]*\r\n/.test(file))
    ? /\r?\n$/
    : /\n$/
  const none = { source: [], body: file.replace(lineEnd, ''), firstLine: 1 }
  if (opening === null) return none
  const rest = file.slice(opening[0].length)
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest)
  const source = rest.slice(0, closing?.index).replaceAll('\r\n', '\n').split('\n')
  const first = source.find((line) => !isBlank(line) && !line.startsWith('#'))
  const isField = first !== undefined && fieldAt(first, 0) !== undefined
  if (closing === null && isField) throw new PromptFileError(1, true)
  // A text may begin with a horizontal rule.
  if (closing === null || (first !== undefined && !isField)) return none
  const body = rest.slice(closing.index + closing[0].length).replace(lineEnd, '')
  return { source: source.slice(0, -1), body, firstLine: 2 }
}

/** The lines of one field. `from` counts from 0. */
type Field = { key: string; from: number; lines: string[] }

/** Splits lines into the fields that begin at an indentation. Comments belong to the next field. */
function splitFields(lines: readonly string[], indent: number): Field[] {
  const fields: Field[] = []
  let waiting: string[] = []
  for (const [at, line] of lines.entries()) {
    const key = fieldAt(line, indent)
    const isComment = line[indentOf(line)] === '#' && indentOf(line) <= indent
    const isBetween = isBlank(line) || isComment
    if (key !== undefined) {
      fields.push({ key, from: at - waiting.length, lines: [...waiting, line] })
      waiting = []
    } else if (isBetween || fields.length === 0) waiting.push(line)
    else {
      fields.at(-1)?.lines.push(...waiting, line)
      waiting = []
    }
  }
  if (waiting.some((line) => !isBlank(line))) {
    fields.push({ key: '', from: lines.length - waiting.length, lines: waiting })
  }
  return fields
}

/** A key, plain or quoted, with its colon. */
const keyForm =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?!- )[^\s"'[\]{},#&*!|>%@`][^:]*(?::\S[^:]*)*):(?:\s|$)/

/** The key of the field that begins on a line; undefined for any other line. */
function fieldAt(line: string, indent: number): string | undefined {
  if (indentOf(line) !== indent) return undefined
  const [, key] = keyForm.exec(line.slice(indent)) ?? []
  return key?.trim().replace(/^(["'])(.*)\1$/s, '$2')
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0
}

function isBlank(line: string): boolean {
  return indentOf(line) === line.length
}

function readField(field: Field | undefined, as: 'texts' | 'types', firstLine: number): unknown {
  if (field === undefined) return undefined
  const read = readFields(field.lines.join('\n'), as)
  if ('value' in read && isFields(read.value)) return read.value[field.key]
  const { line = 1 } = 'problem' in read ? read.problem : {}
  throw new PromptFileError(firstLine + field.from + line - 1)
}

/** The fields below `promptshelf`, and their indentation; none if they are on the same line as that key. */
function ownEntries(lines: readonly string[]): { entries: Field[]; indent: number } {
  const inside = lines.slice(lines.findIndex((line) => fieldAt(line, 0) !== undefined) + 1)
  const indent = inside.find((line) => !isBlank(line))?.search(/\S/) ?? 0
  return { entries: indent > 0 ? splitFields(inside, indent) : [], indent }
}

/** The lines of other fields below `promptshelf`, in our indentation. */
function foreignLines({ entries, indent }: ReturnType<typeof ownEntries>): string[] {
  return entries
    .filter(({ key }) => !readOwnKeys.has(key))
    .flatMap((field) => field.lines)
    .map((line) => (indent === 2 ? line : `  ${line.slice(indent)}`))
}

function findMisspelt(entries: readonly Field[], ours: ReadonlySet<string>): Misspelt[] {
  const keys = new Set(entries.map(({ key }) => key))
  return [...keys].flatMap((key) => {
    // Less similar keys may be from a later release.
    const meant = ours.has(key) ? undefined : closestWord(key, ours, 1)
    return meant === undefined || keys.has(meant) ? [] : { key, meant }
  })
}
