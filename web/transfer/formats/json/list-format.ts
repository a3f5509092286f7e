import { collect, type Collection } from '#contract/transfer/formats/collect.ts'
import type { Format, FormatId, TextFile } from '#contract/transfer/formats/format.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'
import { isFields, listOf, type Fields } from '#contract/transfer/markdown/shapes.ts'

type Entries = {
  /** Returns the list in a file. Default: the whole file, or its only object. */
  listIn?: (value: unknown) => unknown[]
  isEntry: (entry: Fields) => boolean
  /** Adds the entries of a file, and reports the others. */
  read: (entries: Iterable<Fields>, file: TextFile, collection: Collection) => void
}

/** A format of JSON files with a list of entries. A file has it if one of its entries does. */
export function listFormat(
  id: FormatId,
  { listIn = (value) => (isFields(value) ? [value] : listOf(value)), isEntry, read }: Entries,
): Format {
  const isOne = (entry: unknown): entry is Fields => isFields(entry) && isEntry(entry)
  return {
    id,
    detect: (files) =>
      files.filter((file) => looksLikeJson(file) && listIn(jsonOf(file)).some(isOne)),
    read(files, options) {
      const collection = collect(id, options)
      for (const file of files) read(entriesOf(file, collection), file, collection)
      return collection.result()
    },
  }

  function* entriesOf(file: TextFile, { report }: Collection): Generator<Fields> {
    for (const entry of listIn(jsonOf(file))) {
      if (isOne(entry)) yield entry
      else report('entry_invalid', file.path)
    }
  }
}
