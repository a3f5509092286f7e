import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { sweepTrigramsOf } from '#server/db/sqlite/trigrams.ts'
import { countChange, lockLibrary } from '#server/entries/libraries.queries.ts'
import { toSortKey } from '#server/entries/sort-key.rules.ts'
import { insertFolders } from '#server/folders/folders.queries.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'
import { insertPrompts, promptBytes } from '#server/prompts/prompts.queries.ts'
import { toPromptColumns } from '#server/prompts/prompts.rules.ts'
import { insertSearchTexts } from '#server/search/search-texts.queries.ts'
import { foldName } from '#server/search/search.rules.ts'
import { toSearchText } from '#server/search/search-text.ts'
import { toTrashedPrompt } from '#server/trash/trash.present.ts'
import {
  countTrash,
  deleteTrash,
  deleteTrashed,
  findTrash,
  listTrashedAfter,
  type TrashedFolderRow,
  type TrashedPromptRow,
} from '#server/trash/trash.queries.ts'

/** Takes some hundredths of a second, for which other writers wait. */
const promptsAtOnce = 200
/** Between batches, in which others can write. */
const pauseMs = 5

/**
 * Puts back what was deleted: where it was, or at the root if that folder is gone. More than 200 prompts come in
 * batches, so that other writers need not wait; after an interruption the trash still holds the rest.
 *
 * @throws ApiError `not_found`, `prompt_limit_reached`, `folder_limit_reached`, `library_full`, `storage_full`
 */
export async function restoreTrash(
  services: Services,
  owner: OwnerNo,
  trashId: string,
): Promise<void> {
  const db = services.db.background
  let isFirst = true
  for (let isLeft = true; isLeft;) {
    isLeft = await db.transaction().execute(async (transaction) => {
      const held = await lockLibrary(transaction, owner)
      const item = await findTrash(transaction, owner, trashId)
      // Another request, or the sweep, has been faster with the rest.
      if (item === undefined && !isFirst) return false
      if (held === undefined || item === undefined) throw new ApiError('not_found')
      if (isFirst) {
        const most = Math.max(item.prompts_before, await promptLimit(transaction, owner, services))
        if (held.prompts + item.prompts > most) {
          throw new ApiError('prompt_limit_reached', { limit: most })
        }
        if (held.prompts + item.prompts > limits.prompts) throw new ApiError('library_full')
        if (held.bytes + item.bytes > limits.storedBytes) throw new ApiError('storage_full')
        if (held.folders + item.folders > limits.folders) throw new ApiError('folder_limit_reached')
        await restoreFolders(transaction, owner, trashId)
      }
      return restoreSomePrompts(transaction, owner, trashId)
    })
    isFirst = false
    if (isLeft) await delay(pauseMs)
  }
}

/** That of the plan, whether or not it is active: what was deleted can be put back. */
async function promptLimit(db: Handle, owner: OwnerNo, { catalogue }: Services): Promise<number> {
  const subscription = await findLastSubscription(db, owner)
  return (
    (subscription && catalogue.findPlan(subscription.plan_id)?.promptLimit) ??
    Number.POSITIVE_INFINITY
  )
}

async function restoreFolders(db: Handle, owner: OwnerNo, trashId: string): Promise<void> {
  const [rid] = ridRange(owner)
  const options = { trashId, rid, limit: limits.folders }
  const rows = await listTrashedAfter(db, owner, 'trashed_folders', options)
  if (rows.length === 0) return
  const trashed = new Set(rows.map(({ id }) => id))
  const outside = rows.flatMap(({ parent_id }) =>
    parent_id === null || trashed.has(parent_id) ? [] : [parent_id],
  )
  const there = await idsOf(db, owner, 'folders', outside)
  for (const { trash_id: _trashId, ...folder } of outermostFirst(rows)) {
    const { parent_id, name } = folder
    const isThere = parent_id === null || trashed.has(parent_id) || there.has(parent_id)
    const columns = { sort_key: toSortKey(name), folded_name: foldName(name) }
    await insertFolders(db, [
      { ...folder, ...columns, parent_id: isThere ? parent_id : null, folded_from: name },
    ])
  }
  const rids = rows.map(({ rid }) => rid)
  await deleteTrashed(db, owner, 'trashed_folders', rids)
  await countTrash(db, owner, trashId, { folders: -rows.length, prompts: 0, bytes: 0 })
  await countChange(db, owner, { folders: rows.length })
}

/** Every folder after the one that it is in. Those that are in each other come last, at the root. */
function outermostFirst(rows: readonly TrashedFolderRow[]): TrashedFolderRow[] {
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const ids = new Set(rows.map(({ id }) => id))
  const sorted = new Set(rows.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id)))
  // The set grows while it is read.
  for (const { id } of sorted) for (const row of inside.get(id) ?? []) sorted.add(row)
  const others = rows.filter((row) => !sorted.has(row))
  return [...sorted, ...others.map((row) => ({ ...row, parent_id: null }))]
}

/** Returns whether there are more; the item is deleted with the last ones. */
async function restoreSomePrompts(db: Handle, owner: OwnerNo, trashId: string): Promise<boolean> {
  const [rid] = ridRange(owner)
  const options = { trashId, rid, limit: promptsAtOnce }
  const rows = await listTrashedAfter(db, owner, 'trashed_prompts', options)
  const folders = await idsOf(
    db,
    owner,
    'folders',
    rows.map(({ folder_id }) => folder_id),
  )
  const prompts = await idsOf(
    db,
    owner,
    'prompts',
    rows.map(({ id }) => id),
  )
  const rids = rows.map(({ rid }) => rid)
  await sweepTrigramsOf(db, rids)
  for (const row of rows) {
    await restorePrompt(db, owner, {
      ...row,
      // A creation that was sent again after the deletion has taken the id.
      id: prompts.has(row.id) ? randomUUIDv7() : row.id,
      folder_id: row.folder_id !== null && folders.has(row.folder_id) ? row.folder_id : null,
    })
  }
  const bytes = await sumBytes(db, owner, rids)
  await deleteTrashed(db, owner, 'trashed_prompts', rids)
  await countTrash(db, owner, trashId, { folders: 0, prompts: -rows.length, bytes: -bytes })
  await countChange(db, owner, { prompts: rows.length, bytes, trashBytes: -bytes })
  if (rows.length === promptsAtOnce) return true
  await deleteTrash(db, owner, trashId)
  return false
}

async function restorePrompt(db: Handle, owner: OwnerNo, row: TrashedPromptRow): Promise<void> {
  const prompt = toTrashedPrompt(row)
  const columns = toPromptColumns(prompt)
  const { rid, created_at } = row
  await insertPrompts(db, [{ ...columns, rid, owner_no: owner, created_at }])
  const { sort_key } = columns
  await insertSearchTexts(db, owner, [{ rid, sort_key, text: toSearchText(db, prompt) }])
}

async function sumBytes(db: Handle, owner: OwnerNo, rids: readonly number[]): Promise<number> {
  if (rids.length === 0) return 0
  const rows = await db
    .selectFrom('trashed_prompts')
    .select(promptBytes.as('bytes'))
    .where('owner_no', '=', owner)
    .where('rid', 'in', rids)
    .execute()
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}

/** Those of some ids that exist. */
async function idsOf(
  db: Handle,
  owner: OwnerNo,
  table: 'folders' | 'prompts',
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Set()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('owner_no', '=', owner)
    .where('id', 'in', wanted)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
