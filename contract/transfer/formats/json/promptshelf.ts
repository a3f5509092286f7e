import type * as z from 'zod/mini'
import { LibraryFile, libraryVersion } from '#contract/transfer/library-file.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { collect, type Collection } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import {
  isMoment,
  mendNamed,
  mendPrompt,
  mendVersion,
  type Report,
} from '#contract/transfer/formats/mend.ts'
import { groupBy } from '#contract/core/group-by.ts'
import { isFields, listOf, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { jsonOf } from './read-json.ts'

type List = keyof LibraryFile
const lists = LibraryFile.shape
const listNames = Object.keys(lists) as List[]

/** Our own export file, and the download of an account. */
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

function readLibrary(file: TextFile, { library, report }: Collection, prefix: string): void {
  const value = jsonOf(file) as Fields
  if (typeof value['version'] === 'number' && value['version'] > libraryVersion) {
    report('newer_version', file.path)
  }
  const reportHere: Report = (code, details) => report(code, file.path, details)
  for (const name of listNames) {
    const schema = elementOf(name)
    const into = library[name] as unknown[]
    for (const given of listOf(value[name])) {
      const entry = schema.safeParse(withSoundSettings(given, reportHere))
      const sound = entry.success ? mend[name](entry.data as never, reportHere) : undefined
      if (sound) into.push(withPrefix(sound, prefix))
      else reportHere('entry_invalid')
    }
  }
  sortFolders(library.folders)
}

/** Repairs entries of each list. Returns undefined for entries beyond repair. */
const mend: {
  [Name in List]: (entry: LibraryFile[Name][number], report: Report) => Fields | undefined
} = {
  folders: mendNamed,
  prompts: mendPrompt,
  trash: (entry, report) => (isMoment(entry.deletedAt) ? mendNamed(entry, report) : undefined),
  trashedFolders: mendNamed,
  trashedPrompts: mendPrompt,
  versions: (entry, report) => (isMoment(entry.writtenAt) ? mendVersion(entry, report) : undefined),
}

function elementOf(name: List): z.ZodMiniType {
  const { innerType } = lists[name]._zod.def
  return innerType._zod.def.element
}

/** Drops invalid variable settings, so that the prompt itself is kept. */
function withSoundSettings(entry: unknown, report: Report): unknown {
  if (!isFields(entry) || !Array.isArray(entry['variables'])) return entry
  const settings = entry['variables'] as unknown[]
  const sound = settings.filter((setting) => VariableSetting.safeParse(setting).success)
  const lost = settings.length - sound.length
  if (lost === 0) return entry
  report('variable_simplified', { name: String(entry['name']).slice(0, 200), count: lost })
  return { ...entry, variables: sound }
}

/** Sorts folders after their parents, in place. Folders in a cycle move to the root. */
function sortFolders(folders: LibraryFile['folders']): void {
  const ids = new Set(folders.map(({ id }) => id))
  const inside = groupBy(folders, ({ parentId }) => parentId)
  const sorted = new Set(folders.filter(({ parentId }) => parentId === null || !ids.has(parentId)))
  // The set grows during the loop.
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

/** Prefixes ids, so that those of several files do not clash. */
function withPrefix(entry: Fields, prefix: string): Fields {
  if (prefix === '') return entry
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => {
      const isId = idFields.includes(field) && typeof value === 'string'
      return [field, isId ? prefix + value : value]
    }),
  )
}
