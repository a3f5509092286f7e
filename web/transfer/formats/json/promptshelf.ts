import * as z from 'zod/mini'
import { LibraryFile, libraryVersion } from '#contract/transfer/library-file.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { collect, type Collection } from '#web/transfer/formats/collect.ts'
import type { Format, TextFile } from '#web/transfer/formats/format.ts'
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
  for (const name of listNames) {
    const schema = elementOf(name)
    const into = library[name] as unknown[]
    for (const given of listOf(value[name])) {
      const sound = withSoundSettings(given)
      if (sound !== given) tell('variable_simplified', file.path, { name: '' })
      const entry = schema.safeParse(sound)
      if (entry.success && isWellFormed(entry.data))
        into.push(withPrefix(entry.data as Fields, prefix))
      else tell('entry_invalid', file.path)
    }
  }
}

function elementOf(name: List): z.ZodMiniType {
  const { innerType } = lists[name]._zod.def
  return innerType._zod.def.element
}

/** A prompt is worth more than a setting of its variables. */
function withSoundSettings(entry: unknown): unknown {
  if (!isFields(entry) || !Array.isArray(entry['variables'])) return entry
  const settings = entry['variables'] as unknown[]
  const sound = settings.filter((setting) => VariableSetting.safeParse(setting).success)
  return sound.length === settings.length ? entry : { ...entry, variables: sound }
}

function isWellFormed(entry: unknown): boolean {
  if (typeof entry === 'string') return entry.isWellFormed() && !entry.includes('\0')
  if (typeof entry !== 'object' || entry === null) return true
  return Object.values(entry).every(isWellFormed)
}

const idFields = ['id', 'parentId', 'folderId', 'promptId', 'trashId']

function withPrefix(entry: Fields, prefix: string): Fields {
  if (prefix === '') return entry
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => {
      const isId = idFields.includes(field) && typeof value === 'string'
      return [field, isId ? prefix + value : value]
    }),
  )
}
