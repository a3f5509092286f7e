import type * as z from 'zod/mini'
import type { changeCalls } from '#contract/library/changes.ts'
import { limits } from '#contract/core/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import {
  getLibraryState,
  listChangedFolders,
  listChangedPlaces,
  listCopiedPrompts,
  type Place,
} from '#server/library/changes/changes.queries.ts'

const rowsInPage = 500
const bytesInPage = 2_000_000
/** Up to here, sending rows from SQLite's background process would take longer than reading them. */
const bytesReadOnMain = 200_000

type Input = z.output<typeof changeCalls.listChanges.input>
type Answer = z.output<typeof changeCalls.listChanges.answer>

/**
 * Lists the rows that have changed since a cursor. It reads the library's number first and no row with a higher one, so
 * that changes in between are in the next answer.
 *
 * @throws ApiError `not_found` if the folder does not exist, or if the cursor is none of the library's
 */
export async function listChanges(
  db: Database,
  owner: OwnerNo,
  { folderId, after: cursor }: Input,
): Promise<Answer> {
  if (folderId !== undefined) await checkFolder(db.main, owner, folderId)
  const state = await getLibraryState(db.main, owner)
  const after = toPlace(owner, cursor)
  // The library was restored from a backup. On PostgreSQL, its numbers are those of the backup.
  const isKnown = cursor === undefined || after.changedNo >= state.firstNo
  if (!isKnown || after.changedNo > state.changeNo) throw new ApiError('not_found')
  const range = { after, upTo: state.changeNo, folderId, limit: rowsInPage + 1 }
  const folders = await listChangedFolders(db.main, owner, range)
  const prompts = await listChangedPlaces(db.main, owner, range)
  const rows = [...folders.map((folder) => ({ ...folder, bytes: limits.rowBytes })), ...prompts]
  const { last, hasMore } = findEnd(rows.toSorted(byPlace))
  const isInPage = (row: Place) => last !== undefined && byPlace(row, last) <= 0
  const inPage = prompts.filter(isInPage)
  const bytes = inPage.reduce((sum, prompt) => sum + prompt.bytes, 0)
  const isFirst = cursor === undefined
  const removedNo = folderId === undefined ? state.removedNo : state.changeNo
  return {
    folders: folders
      .filter(isInPage)
      .map(({ changedNo: _changedNo, rid: _rid, ...folder }) =>
        folder.id === folderId ? { ...folder, parentId: null } : folder,
      ),
    prompts: await listCopiedPrompts(
      bytes <= bytesReadOnMain ? db.main : db.background,
      owner,
      inPage.map(({ rid }) => rid),
      state.changeNo,
    ),
    ...(folderId === undefined &&
      state.myValuesNo > (isFirst ? -1 : after.changedNo) && { myValues: state.myValues }),
    next: hasMore && last !== undefined ? toCursor(owner, last) : String(state.changeNo),
    hasMore,
    hasRemoved: !isFirst && removedNo > after.changedNo,
  }
}

/** The place of a cursor: `<number>.<row>`, or `<number>` after all rows of that number. */
function toPlace(owner: OwnerNo, cursor: string | undefined): Place {
  const [first, last] = ridRange(owner)
  if (cursor === undefined) return { changedNo: -1, rid: last }
  const [changedNo, row] = cursor.split('.')
  return { changedNo: Number(changedNo), rid: row === undefined ? last : first + Number(row) }
}

function toCursor(owner: OwnerNo, { changedNo, rid }: Place): string {
  const [first] = ridRange(owner)
  return `${changedNo}.${rid - first}`
}

function byPlace(one: Place, other: Place): number {
  return one.changedNo - other.changedNo || one.rid - other.rid
}

/** Finds the last of the rows that fit in a page, at least the first. */
function findEnd<Row extends Place & { bytes: number }>(
  rows: readonly Row[],
): { last: Row | undefined; hasMore: boolean } {
  let bytes = 0
  let count = 0
  for (const row of rows) {
    bytes += row.bytes
    if (count > 0 && (count === rowsInPage || bytes > bytesInPage)) break
    count++
  }
  return { last: rows[count - 1], hasMore: count < rows.length }
}
