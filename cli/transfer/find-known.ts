import { groupBy } from '#contract/core/group-by.ts'
import type { Client } from '#contract/core/client.ts'
import { findFolders, findSame, placeKey } from '#contract/transfer/find-known.ts'
import { folderCalls } from '#contract/library/folders.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'
import { trashCalls } from '#contract/library/trash.ts'
import { loadNames } from '#cli/prompts/pick-prompt.ts'

/** The parts of a file that the library does not have yet. */
export type New = {
  library: LibraryFile
  /** Folders that already exist: their ids, by the ids in the file. */
  existing: ReadonlyMap<string, string>
  /** How many prompts already exist, with the same name and text in the same folder. */
  known: number
}

/** Determines what an import into a folder would add; null is the root. */
export async function findNew(
  client: Client,
  file: LibraryFile,
  into: string | null,
): Promise<New> {
  const { folders } = await client(folderCalls.listFolderTree, {})
  const existing = findFolders(file.folders, folders, into)
  const named = groupBy(await loadNames(client), ({ folderId, name }) =>
    placeKey(folderId ?? null, name),
  )
  const keyOf = ({ folderId, name }: { folderId: string | null; name: string }) => {
    const place = folderId === null ? into : existing.get(folderId)
    return place === undefined ? undefined : placeKey(place, name)
  }
  const same = await findSame(client, file.prompts, keyOf, named)
  const library = { ...file, prompts: file.prompts.filter((_, at) => !same.has(at)) }
  const items = file.trash.length > 0 ? (await client(trashCalls.listTrash, {})).items : []
  return { library: withoutTrash(library, items), existing, known: same.size }
}
