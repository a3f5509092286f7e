import { collect } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'

/** The `db.json` of a vault: snippets of one or more fragments, in folders, with tags. */
export const masscode: Format = {
  id: 'masscode',
  detect: (files) => files.filter((file) => looksLikeJson(file) && isVault(jsonOf(file))),
  read(files, options) {
    const { add, report, result } = collect('masscode', options)
    for (const file of files) {
      const vault = vaultOf(file)
      const tags = byId(vault['tags'])
      const folders = byId(vault['folders'])
      for (const snippet of listOf(vault['snippets'])) {
        if (!isSnippet(snippet)) {
          report('entry_invalid', file.path)
          continue
        }
        if (snippet['isDeleted'] === true) continue
        const name = textIn(snippet, 'name') ?? ''
        const fragments = listOf(snippet['content']).filter(isFields)
        const named = listOf(snippet['tagsIds']).flatMap((id) => {
          const tag = tags.get(id)
          return (tag && textIn(tag, 'name')) ?? []
        })
        for (const fragment of fragments) {
          const label = textIn(fragment, 'label')
          add({
            file: file.path,
            name: fragments.length > 1 && label ? `${name}: ${label}` : name,
            text: textIn(fragment, 'value') ?? '',
            notes: [textIn(snippet, 'description') ?? '', named.map((name) => `#${name}`).join(' ')]
              .filter((part) => part !== '')
              .join('\n\n'),
            folders: pathTo(snippet['folderId'], folders),
            isFavourite: snippet['isFavorites'] === true,
            createdAt: momentOf(snippet['createdAt']),
            updatedAt: momentOf(snippet['updatedAt']),
          })
        }
      }
    }
    return result()
  },
}

function isVault(value: unknown): value is Fields {
  return isFields(value) && listOf(value['snippets']).some(isSnippet)
}

function vaultOf(file: TextFile): Fields {
  const value = jsonOf(file)
  return isVault(value) ? value : {}
}

function isSnippet(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(value['content'])
}

function byId(list: unknown): ReadonlyMap<unknown, Fields> {
  return new Map(
    listOf(list)
      .filter(isFields)
      .map((one) => [one['id'], one] as const),
  )
}

/** Returns the names of a folder and its ancestors, outermost first. Stops at a cycle. */
function pathTo(id: unknown, folders: ReadonlyMap<unknown, Fields>): string[] {
  const path = new Set<Fields>()
  for (let folder = folders.get(id); folder && !path.has(folder);) {
    path.add(folder)
    folder = folders.get(folder['parentId'])
  }
  return [...path].map((folder) => textIn(folder, 'name') ?? '').toReversed()
}
