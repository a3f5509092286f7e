import type * as z from 'zod/mini'
import { LibraryFile, libraryVersion } from '#contract/transfer/library-file.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { collect, type Collection } from '#web/transfer/formats/collect.ts'
import type { Format, TextFile } from '#web/transfer/formats/format.ts'
import {
  isMoment,
  mendNamed,
  mendPrompt,
  mendVersion,
  type Tell,
} from '#web/transfer/formats/mend.ts'
import { isFields, listOf, type Fields } from '#web/transfer/formats/shapes.ts'
import { jsonOf } from './read-json.ts'

type List = keyof LibraryFile
const lists = LibraryFile.shape
const listNames = Object.keys(lists) as List[]

/** Our own file, and the account's download. */
export const promptshelf: Format = {
  id: 'promptshelf',
  detect: (files) =>
    files.filter(({ text }) => /^\s*\{/.test(text.slice(0, 100))).filter((file) => isOurs(file)),
  read(files, options) {
    const collection = collect('promptshelf', options)
    for (const [at, file] of files.entries()) {
      readLibrary(file, collection, files.length > 1 ? `${at}-` : '')
    }
    return collection.result()
  },
}

function isOurs(file: TextFile): boolean {
  const value = jsonOf(file)
  return isFields(value) && Array.isArray(value['folders']) && Array.isArray(value['prompts'])
}

function readLibrary(file: TextFile, { library, tell }: Collection, prefix: string): void {
  const value = jsonOf(file) as Fields
  if (typeof value['version'] === 'number' && value['version'] > libraryVersion) {
    tell('newer_version', file.path)
  }
  const tellHere: Tell = (code, details) => tell(code, file.path, details)
  for (const name of listNames) {
    const schema = elementOf(name)
    const into = library[name] as unknown[]
    for (const given of listOf(value[name])) {
      const entry = schema.safeParse(withSoundSettings(given, tellHere))
      const sound = entry.success ? mend[name](entry.data as never, tellHere) : undefined
      if (sound) into.push(withPrefix(sound, prefix))
      else tellHere('entry_invalid')
    }
  }
  sortFolders(library.folders)
}

/** How entries of each list are made sound; undefined where that cannot be. */
const mend: {
  [Name in List]: (entry: LibraryFile[Name][number], tell: Tell) => Fields | undefined
} = {
  folders: mendNamed,
  prompts: mendPrompt,
  trash: (entry, tell) => (isMoment(entry.deletedAt) ? mendNamed(entry, tell) : undefined),
  trashedFolders: mendNamed,
  trashedPrompts: mendPrompt,
  versions: (entry, tell) => (isMoment(entry.writtenAt) ? mendVersion(entry, tell) : undefined),
}

function elementOf(name: List): z.ZodMiniType {
  const { innerType } = lists[name]._zod.def
  return innerType._zod.def.element
}

/** A prompt is worth more than a setting of its variables. */
function withSoundSettings(entry: unknown, tell: Tell): unknown {
  if (!isFields(entry) || !Array.isArray(entry['variables'])) return entry
  const settings = entry['variables'] as unknown[]
  const sound = settings.filter((setting) => VariableSetting.safeParse(setting).success)
  const lost = settings.length - sound.length
  if (lost === 0) return entry
  tell('variable_simplified', { name: String(entry['name']).slice(0, 200), count: lost })
  return { ...entry, variables: sound }
}

/** Each after the one that it lies in. One that lies in itself lies at the root. */
function sortFolders(folders: LibraryFile['folders']): void {
  const ids = new Set(folders.map(({ id }) => id))
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const sorted = new Set(folders.filter(({ parentId }) => parentId === null || !ids.has(parentId)))
  // The set grows while it is read.
  for (const { id } of sorted) for (const folder of inside.get(id) ?? []) sorted.add(folder)
  const lost = folders.filter((folder) => !sorted.has(folder))
  folders.splice(
    0,
    folders.length,
    ...sorted,
    ...lost.map((folder) => ({ ...folder, parentId: null })),
  )
}

const idFields = ['id', 'parentId', 'folderId', 'promptId', 'trashId']

/** Keeps the ids of several files apart. */
function withPrefix(entry: Fields, prefix: string): Fields {
  if (prefix === '') return entry
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => {
      const isId = idFields.includes(field) && typeof value === 'string'
      return [field, isId ? prefix + value : value]
    }),
  )
}
