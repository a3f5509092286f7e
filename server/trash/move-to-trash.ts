import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  countChange,
  lockLibrary,
  takeRid,
  type Holdings,
} from '#server/entries/libraries.queries.ts'
import { eraseTrash } from '#server/trash/erase-trash.ts'
import {
  countTrash,
  findTrashTooMuch,
  holdsMoreThan,
  insertTrash,
  listSelected,
  trashFolders,
  trashSomePrompts,
  type Selection,
} from '#server/trash/trash.queries.ts'

/** Takes some hundredths of a second, for which other writers wait. */
const promptsAtOnce = 500
/** Between batches, in which others can write. */
const pauseMs = 5

/**
 * Moves prompts, and folders with everything in them, to the trash, all or none, and returns what restores them.
 * More than 500 prompts go in batches, so that other writers need not wait; after an interruption the folders still
 * hold the rest.
 *
 * @throws ApiError `not_found`
 */
export async function moveToTrash(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
  selection: Selection,
): Promise<string> {
  const trashId = randomUUIDv7()
  // One prompt takes the main thread less time than asking the other.
  const handle = selection.folderIds.length === 0 ? db.main : db.background
  let isBegun = false
  const begin = async (transaction: Handle) => {
    const held = await lockLibrary(transaction, owner)
    if (isBegun) return
    const selected = await listSelected(transaction, owner, selection)
    const ids = new Set([...selection.promptIds, ...selection.folderIds])
    const [first] = selected
    if (held === undefined || first === undefined || selected.length < ids.size) {
      throw new ApiError('not_found')
    }
    const { rid } = await takeRid(transaction, owner, {})
    await insertTrash(transaction, {
      rid,
      owner_no: owner,
      id: trashId,
      name: first.name,
      color: first.color,
      folders: 0,
      prompts: 0,
      bytes: 0,
      prompts_before: held.prompts,
      deleted_at: now(),
    })
  }
  while (await holdsMoreThan(handle, owner, selection, promptsAtOnce)) {
    await handle.transaction().execute(async (transaction) => {
      await begin(transaction)
      const gone = await trashSomePrompts(transaction, owner, trashId, selection, promptsAtOnce)
      await count(transaction, owner, trashId, { folders: 0, ...gone })
    })
    isBegun = true
    await delay(pauseMs)
  }
  await handle.transaction().execute(async (transaction) => {
    await begin(transaction)
    // Others may have added some since, but rarely as many as that.
    const most = limits.prompts
    const gone = await trashSomePrompts(transaction, owner, trashId, selection, most)
    const folders = await trashFolders(transaction, owner, trashId, selection.folderIds)
    await count(transaction, owner, trashId, { folders, ...gone })
  })
  for (let first; (first = await findTrashTooMuch(handle, owner));) {
    await eraseTrash(db.background, owner, first.id)
  }
  return trashId
}

async function count(transaction: Handle, owner: OwnerNo, trashId: string, gone: Holdings) {
  const { folders, prompts, bytes } = gone
  await countTrash(transaction, owner, trashId, gone)
  const change = { folders: -folders, prompts: -prompts, bytes: -bytes, trashBytes: bytes }
  await countChange(transaction, owner, change)
}
