import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import {
  changeLibrary,
  countChange,
  sumBytes,
  takeRids,
  type Holdings,
} from '#server/users/libraries.queries.ts'
import { firstBatch } from '#server/library/batches.rules.ts'
import { stopRunsOf } from '#server/runs/runs.queries.ts'
import { trimTrash } from '#server/library/trash/erase-trash.ts'
import {
  listSelected,
  listSelectedPrompts,
  type Selection,
  type Sized,
} from '#server/library/selection/selection.queries.ts'
import {
  countTrash,
  insertTrash,
  listIdsAmong,
  trashFolders,
  trashPrompts,
} from '#server/library/trash/trash.queries.ts'

/** Takes some hundredths of a second, during which other writers wait. */
const promptsAtOnce = 500
/** Lets other writers in between batches. */
const pauseMs = 5

/**
 * Moves prompts, and folders with everything in them, to the trash, all or none, and stops their runs. Returns the id
 * of the trash item. More than 500 prompts are moved in batches, so that other writers do not wait; after an
 * interruption, the folders still contain the rest.
 *
 * @throws ApiError `not_found`
 */
export async function moveToTrash(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
  selection: Selection,
): Promise<string> {
  const trashId = randomUUIDv7()
  // Moving prompts takes the main thread less time than messaging the background process.
  const handle = selection.folderIds.length === 0 ? db.main : db.background
  let isBegun = false
  const begin = async (transaction: Handle) => {
    const { change, holdings } = await changeLibrary(transaction, owner)
    // Another request may have emptied the trash between batches.
    if (isBegun && (await listIdsAmong(transaction, owner, 'trash', [trashId])).has(trashId))
      return change
    const selected = await listSelected(transaction, owner, selection)
    const ids = new Set([...selection.promptIds, ...selection.folderIds])
    const [first] = selected
    if (first === undefined || selected.length < ids.size) {
      throw new ApiError('not_found')
    }
    const { firstRid: rid } = await takeRids(transaction, owner, 1, { trashRows: 1 })
    await insertTrash(transaction, [
      {
        rid,
        owner_no: owner,
        id: trashId,
        name: first.name,
        color: first.color,
        folders: 0,
        prompts: 0,
        bytes: 0,
        prompts_before: holdings.prompts,
        deleted_at: now(),
        restoring_at: null,
      },
    ])
    return change
  }
  const move = async (transaction: Handle, change: ChangeNo, prompts: readonly Sized[]) => {
    const rids = prompts.map(({ rid }) => rid)
    await stopRunsOf(transaction, owner, rids, now())
    await trashPrompts(transaction, owner, change, trashId, rids)
    const gone = { folders: 0, prompts: prompts.length, bytes: sumBytes(prompts) }
    await count(transaction, owner, trashId, gone)
  }
  let ahead =
    selection.folderIds.length > 0 ? await listSelectedPrompts(handle, owner, selection) : []
  while (ahead.length > promptsAtOnce) {
    const batch = firstBatch(ahead.slice(0, promptsAtOnce))
    ahead = ahead.slice(batch.length)
    await handle.transaction().execute(async (transaction) => {
      const change = await begin(transaction)
      const rids = batch.map(({ rid }) => rid)
      // Other requests may have moved some out of the folder since.
      const prompts = await listSelectedPrompts(transaction, owner, selection, rids)
      await move(transaction, change, prompts)
    })
    isBegun = true
    await delay(pauseMs)
  }
  await handle.transaction().execute(async (transaction) => {
    const change = await begin(transaction)
    // Other requests may have added some since, but rarely more than one batch.
    const left = await listSelectedPrompts(transaction, owner, selection)
    for (let from = 0; from < left.length; from += promptsAtOnce) {
      await move(transaction, change, left.slice(from, from + promptsAtOnce))
    }
    const { folderIds } = selection
    const folders = await trashFolders(transaction, owner, change, trashId, folderIds)
    await count(transaction, owner, trashId, { folders, prompts: 0, bytes: 0 })
  })
  await trimTrash(db, owner, trashId)
  return trashId
}

async function count(transaction: Handle, owner: OwnerNo, trashId: string, gone: Holdings) {
  const { folders, prompts, bytes } = gone
  if (folders + prompts === 0) return
  await countTrash(transaction, owner, trashId, gone)
  const trashed = { trashRows: folders + prompts, trashBytes: bytes }
  await countChange(transaction, owner, {
    folders: -folders,
    prompts: -prompts,
    bytes: -bytes,
    ...trashed,
  })
}
