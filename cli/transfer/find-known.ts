import * as z from 'zod/mini'
import { groupBy } from '#contract/core/group-by.ts'
import { CallError } from '#cli/server/make-client.ts'
import type { Client } from '#contract/core/client.ts'
import { folderCalls } from '#contract/library/folders.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'
import { trashCalls } from '#contract/library/trash.ts'
import { loadNames } from '#cli/prompts/pick-prompt.ts'

/** What of a file the library does not have yet. */
export type New = {
  library: LibraryFile
  /** Folders that it has already: their ids, by the ids in the file. */
  existing: ReadonlyMap<string, string>
  /** How many prompts it has already, with the same name and text in the same folder. */
  known: number
}

/** Finds what an import into a folder would add; null is the root. */
export async function findNew(
  client: Client,
  file: LibraryFile,
  into: string | null,
): Promise<New> {
  const existing = matchFolders(file, (await client(folderCalls.listFolderTree, {})).folders, into)
  const placeOf = (folderId: string | null) =>
    folderId === null ? into : (existing.get(folderId) ?? undefined)
  const named = groupBy(await loadNames(client), ({ folderId, name }) =>
    keyOf(folderId ?? null, name),
  )
  const keys = file.prompts.map(({ folderId, name }) => {
    const place = placeOf(folderId)
    return place === undefined ? undefined : keyOf(place, name.trim())
  })
  const namesakes = [...new Set(keys)].flatMap((key) => named.get(key ?? '') ?? [])
  const texts = await loadTexts(
    client,
    namesakes.map(({ id }) => id),
  )
  const left = groupBy(namesakes, ({ id, folderId, name }) =>
    contentKey(keyOf(folderId ?? null, name), texts.get(id)),
  )
  let known = 0
  const prompts = file.prompts.filter(({ prompt }, at) => {
    if (left.get(contentKey(keys[at], prompt))?.pop() === undefined) return true
    known++
    return false
  })
  const library = { ...file, prompts }
  const items = file.trash.length > 0 ? (await client(trashCalls.listTrash, {})).items : []
  return { library: withoutTrash(library, items), existing, known }
}

type Place = { id: string; parentId: string | null; name: string }

/** Maps folders of a file to existing ones with the same path; equal names are paired in order. */
function matchFolders(
  { folders }: LibraryFile,
  tree: readonly Place[],
  into: string | null,
): Map<string, string> {
  const found = new Map<string, string>()
  const left = groupBy(tree, ({ parentId, name }) => keyOf(parentId, name))
  const inFile = new Set(folders.map(({ id }) => id))
  for (const { id, parentId, name } of folders) {
    const isInside = parentId !== null && inFile.has(parentId)
    const place = isInside ? found.get(parentId) : into
    const same = place === undefined ? undefined : left.get(keyOf(place, name.trim()))?.shift()
    if (same !== undefined) found.set(id, same.id)
  }
  return found
}

function keyOf(folderId: string | null, name: string): string {
  return `${folderId ?? ''}\n${name}`
}

function contentKey(key: string | undefined, text: string | undefined): string {
  return JSON.stringify([key, text])
}

/** Fewer than a call allows, since texts may be long. */
const comparedPerCall = 100

async function loadTexts(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let from = 0; from < ids.length; from += comparedPerCall) {
    const promptIds = ids.slice(from, from + comparedPerCall)
    const input = { promptIds, folderIds: [], isCompared: true }
    const { data } = z.safeParse(LibraryFile, await client(exportCalls.exportSelection, input))
    if (data === undefined) throw new CallError(200, undefined)
    const { prompts } = data
    for (const { id, prompt } of prompts) texts.set(id, prompt)
  }
  return texts
}
