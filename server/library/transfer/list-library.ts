import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import type { exportCalls, ListedFolder, ListedPrompt } from '#contract/transfer/export.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Database, Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import {
  listFoldersAfter,
  listFoldersIn,
  type StoredFolderRow,
} from '#server/library/folders/folders.queries.ts'
import { collectList } from '#server/library/collect-list.ts'
import { listPromptsOf } from '#server/library/prompts/prompts.queries.ts'
import { listPromptStates, type ListedRow } from '#server/library/transfer/listing.queries.ts'
import { findRid } from '#server/library/versions/versions.queries.ts'

const foldersAtOnce = 500
/** Up to 2 MB, which blocks others for some hundredths of a second. */
const wholeAtOnce = 10

type Input = z.output<typeof exportCalls.listLibrary.input>
type Answer = z.output<typeof exportCalls.listLibrary.answer>

/**
 * Lists folders and prompts until the answer has `limits.listBytes`.
 *
 * @throws ApiError `not_found` if the folder, or the prompt of the cursor, does not exist or belongs to another owner
 */
export async function listLibrary(
  db: Database,
  owner: OwnerNo,
  { folderId, after, whole }: Input,
): Promise<Answer> {
  if (folderId !== undefined) await checkFolder(db.main, owner, folderId)
  const from = after === undefined ? undefined : await findRid(db.main, owner, after)
  if (after !== undefined && from === undefined) throw new ApiError('not_found')
  const folders = after === undefined ? await listFolders(db.main, owner, folderId) : []
  const listAfter = (handle: Handle, last: ListedRow | undefined) =>
    listPromptStates(handle, owner, { folderId, after: last?.rid ?? from })
  if (whole === '1') return { folders, ...(await listWhole(db, owner, listAfter)) }
  const { rows, hasMore } = await collectList(db, listAfter)
  return { folders, prompts: rows.map((row) => toListed(row)), ...(hasMore && { hasMore }) }
}

async function listFolders(
  db: Handle,
  owner: OwnerNo,
  folderId: string | undefined,
): Promise<ListedFolder[]> {
  if (folderId !== undefined) return (await listFoldersIn(db, owner, [folderId])).map(toFolder)
  const folders: ListedFolder[] = []
  let [rid] = ridRange(owner)
  for (;;) {
    const rows = await listFoldersAfter(db, owner, rid, foldersAtOnce)
    folders.push(...rows.map(toFolder))
    const last = rows.at(-1)
    if (last === undefined || rows.length < foldersAtOnce) return folders
    rid = last.rid
  }
}

function toFolder({ id, parent_id, name, color }: StoredFolderRow): ListedFolder {
  return { id, parentId: parent_id, name, color }
}

function toListed({ id, folderId, shortName, color, updatedAt }: ListedRow): ListedPrompt {
  return { id, folderId, shortName, color, updatedAt }
}

async function listWhole(
  { background }: Database,
  owner: OwnerNo,
  listAfter: (db: Handle, last: ListedRow | undefined) => Promise<ListedRow[]>,
): Promise<Omit<Answer, 'folders'>> {
  const prompts: ListedPrompt[] = []
  let bytes = 0
  let last: ListedRow | undefined
  for (;;) {
    const rows = await listAfter(background, last)
    if (rows.length === 0) return { prompts }
    for (let at = 0; at < rows.length; at += wholeAtOnce) {
      const some = rows.slice(at, at + wholeAtOnce)
      const found = await listPromptsOf(
        background,
        owner,
        some.map(({ rid }) => rid),
      )
      for (const { rid: _rid, createdAt: _createdAt, ...whole } of found) {
        if (bytes >= limits.listBytes) return { prompts, hasMore: true }
        // As in exports.
        const prompt = { ...whole, lastValues: [] }
        const { id, folderId, shortName, color, updatedAt } = prompt
        prompts.push({ id, folderId, shortName, color, updatedAt, whole: prompt })
        bytes += Buffer.byteLength(JSON.stringify(prompt))
      }
      await nextTurn()
    }
    last = rows.at(-1)
  }
}
