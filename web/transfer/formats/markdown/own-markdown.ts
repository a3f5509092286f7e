import * as z from 'zod/mini'
import { kindOf } from '#contract/variables/kinds.ts'
import { defaultColor } from '#contract/core/colors.ts'
import { FilePrompt, type FileFolder } from '#contract/transfer/library-file.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { settingsByName, settingsFor } from '#contract/variables/variable-settings.ts'
import { parse, toStoredForm } from '#contract/variables/variables.ts'
import type { Collection } from '#contract/transfer/formats/collect.ts'
import type { TextFile } from '#contract/transfer/formats/format.ts'
import { foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import { mendPrompt } from '#contract/transfer/formats/mend.ts'
import { readYaml } from '#contract/transfer/formats/read-yaml.ts'
import { isFields, listOf, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { writeFields } from './front-matter.ts'
import { inputOf, settingsOf } from '#contract/transfer/markdown/input-schema.ts'
import {
  isDescription,
  Own,
  ownFields,
  readDouble,
  readOwnText,
  renameAll,
  words,
  writeBody,
  type Writing,
} from '#contract/transfer/markdown/own-fields.ts'

/** Lists the folders of a ZIP with colours and exact names, including empty folders. */
export const foldersFile = 'promptshelf-folders.json'

const wordFields = Object.keys(words) as (keyof typeof words)[]

/** Writes a prompt as Markdown. `readOwn` restores everything but its versions. */
export function writePrompt(prompt: FilePrompt): string {
  const settings = settingsByName(prompt.variables)
  const names = [
    ...new Set(
      parse(prompt.prompt).flatMap((segment) =>
        segment.kind === 'variable' && kindOf(settings.get(segment.name)) !== 'literal'
          ? segment.name
          : [],
      ),
    ),
  ]
  const keys = keysFor(names)
  const { writing, text, named } = writeText(prompt, keys)
  const nameFor = (name: string) => keys.get(name) ?? name
  const input = inputOf(names, settings, nameFor)
  const renamed = names.filter((name) => nameFor(name) !== name)
  const isShort = isDescription(prompt.notes)
  const portable = renameAll(settingsOf(input), new Map(names.map((name) => [nameFor(name), name])))
  const portableOf = settingsByName(portable)
  const unportable = prompt.variables.filter(
    (setting) => !isEqual(setting, portableOf.get(setting.name)),
  )
  const own = {
    writing,
    ...(renamed.length > 0 && {
      names: Object.fromEntries(renamed.map((name) => [nameFor(name), name])),
    }),
    ...(named.length > 0 && { named }),
    ...(!isShort && prompt.notes !== null && { notes: prompt.notes }),
    ...(prompt.isFavourite === 1 && { favourite: true }),
    ...(unportable.length > 0 && { variables: unportable }),
    ...inWords(prompt),
  }
  const fields = {
    name: prompt.name,
    ...(isShort && { description: prompt.notes }),
    ...(input && { input }),
    [ownFields]: own,
  }
  return `---\n${writeFields(fields)}---\n${text}\n`
}

/** Returns the fields of `words` that differ from their defaults. */
function inWords(prompt: FilePrompt): Record<string, unknown> {
  const used = wordFields.filter((field) => {
    const value = prompt[field]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  return Object.fromEntries(used.map((field) => [words[field], prompt[field]]))
}

function isEqual(one: VariableSetting, other: VariableSetting | undefined): boolean {
  return other !== undefined && inOrder(one) === inOrder(other)
}

function inOrder(setting: VariableSetting): string {
  const fields = Object.keys(setting).toSorted()
  return JSON.stringify(fields.map((field) => [field, setting[field]]))
}

/** Words with a meaning in Handlebars. */
const reserved = new Set(
  'else this true false null undefined if unless each with lookup log role history media section json ifEquals unlessEquals'.split(
    ' ',
  ),
)

const longestKey = 60

/** Maps each name to a unique word that other tools accept as a variable. */
function keysFor(names: readonly string[]): Map<string, string> {
  const keys = new Map<string, string>()
  const used = new Set<string>()
  for (const name of names) {
    const word = name.slice(0, longestKey).replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    const start = /^[\p{L}_]/u.test(word) && !reserved.has(word) ? word : `_${word}`
    let key = start
    for (let count = 2; used.has(key) || (key !== name && names.includes(key)); count++) {
      key = `${start}_${count}`
    }
    used.add(key)
    keys.set(name, key)
  }
  return keys
}

/** Writes a body in the first syntax that reads back unchanged. */
function writeText(
  { prompt, variables }: FilePrompt,
  keys: ReadonlyMap<string, string>,
): { writing: Writing; text: string; named: string[] } {
  const names = new Map([...keys].map(([name, key]) => [key, name]))
  const literals = new Set(
    variables.filter((setting) => kindOf(setting) === 'literal').map(({ name }) => name),
  )
  const double = parse(prompt)
    .map((segment) => {
      if (segment.kind === 'text') return segment.source
      const key = keys.get(segment.name)
      return key === undefined || literals.has(segment.name) ? `{${segment.name}}` : `{{${key}}}`
    })
    .join('')
  // Three braces have another meaning in Handlebars.
  const isClear = !/\{\{\{|\}\}\}/.test(double)
  // Programs create variables without markup, which means the same.
  if (isClear && readDouble(double, names, literals) === toStoredForm(prompt)) {
    return { writing: 'double', text: double, named: [] }
  }
  return writeBody(prompt)
}

type OwnFile = { path: string; fields: Fields; source: string; body: string }

/** Reads a file of `writePrompt`, possibly edited since. */
export function readOwn(
  { path, fields, source, body: text }: OwnFile,
  { library, report, folderFor }: Collection,
  folders: ReadonlyMap<string, string>,
): void {
  const typed = readYaml(source, 'types')
  const given = 'value' in typed && isFields(typed.value) ? typed.value : {}
  const result = Own.safeParse(given[ownFields])
  const own: Own = result.success ? result.data : Own.parse({})
  if (!result.success) report('entry_invalid', path)
  const ownText = readOwnText(own, fields['input'], text.replace(/\n$/, ''))
  for (const _ of ownText.unusable) {
    report('variable_simplified', path, { name: String(fields['name']).slice(0, 200) })
  }
  const { body, settings } = ownText
  const { name, description } = fields
  const notes = own.notes ?? (typeof description === 'string' ? description : null)
  const worded = wordFields.map((field) => {
    const value = FilePrompt.shape[field].safeParse(own[words[field]])
    if (!value.success) report('entry_invalid', path)
    return [field, value.data]
  })
  const prompt = FilePrompt.parse({
    ...Object.fromEntries(worded),
    id: `markdown-prompt-${library.prompts.length + 1}`,
    folderId: folders.get(path.split('/').slice(0, -1).join('/')) ?? folderFor(foldersOf(path)),
    name: typeof name === 'string' ? name : stemOf(path),
    prompt: body,
    notes,
    variables: settingsFor(body, settings),
    isFavourite: own['favourite'] === true ? 1 : 0,
  })
  library.prompts.push(mendPrompt(prompt, (code, details) => report(code, path, details)))
}

export function isFoldersFile({ path }: Pick<TextFile, 'path'>): boolean {
  return path === foldersFile || path.endsWith(`/${foldersFile}`)
}

/** Creates the folders listed in a ZIP. Returns their ids by path. */
export function readFolders(
  files: readonly TextFile[],
  { report, addFolder }: Collection,
): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { path, text } of files.filter(isFoldersFile)) {
    const base = path.slice(0, -foldersFile.length)
    for (const entry of listOf(parseJson(text))) {
      const folder = FolderEntry.safeParse(entry)
      if (!folder.success || ids.has(base + folder.data.path)) {
        report('entry_invalid', path)
        continue
      }
      const { path: at, name, color, parent } = folder.data
      const parentId = parent === null ? null : (ids.get(base + parent) ?? null)
      ids.set(base + at, addFolder(name, parentId, color))
    }
  }
  return ids
}

const FolderEntry = z.object({
  path: z.string(),
  /** The path of the parent, which is listed before. */
  parent: z._default(z.nullable(z.string()), null),
  name: z.string(),
  color: z.catch(z.string(), defaultColor),
})

/** Writes the list that `readFolders` reads. */
export function writeFolders(
  folders: readonly (FileFolder & { path: string; parent: string | null })[],
): string {
  const entries = folders.map(({ path, parent, name, color }) => ({ path, parent, name, color }))
  return `${JSON.stringify(entries, null, 2)}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
