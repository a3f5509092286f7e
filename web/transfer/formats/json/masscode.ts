import { paragraphs } from '#contract/transfer/formats/collect.ts'
import { jsonOf } from '#contract/transfer/formats/json/read-json.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { listFormat } from './list-format.ts'

/** The `db.json` of a vault: snippets of one or more fragments, in folders, with tags. */
export const masscode = listFormat('masscode', {
  listIn: (vault) => (isFields(vault) ? listOf(vault['snippets']) : []),
  isEntry: (snippet) => Array.isArray(snippet['content']),
  read(snippets, file, { add }) {
    const vault = jsonOf(file) as Fields
    const tags = byId(vault['tags'])
    const folders = byId(vault['folders'])
    for (const snippet of snippets) {
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
          notes: paragraphs(
            textIn(snippet, 'description') ?? '',
            named.map((name) => `#${name}`).join(' '),
          ),
          folders: pathTo(snippet['folderId'], folders),
          isFavourite: snippet['isFavorites'] === true,
          createdAt: momentOf(snippet['createdAt']),
          updatedAt: momentOf(snippet['updatedAt']),
        })
      }
    }
  },
})

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
