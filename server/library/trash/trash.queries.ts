import { sql, type Insertable, type Selectable } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import { wholeFields } from '#contract/library/prompts.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import type { Holdings } from '#server/users/libraries.queries.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'
import { storedColumns as folderColumns } from '#server/db/schema/folders.table.ts'
import { deletePrompts, promptBytes } from '#server/library/prompts/prompts.queries.ts'
import { columnOf } from '#server/db/schema/prompts.table.ts'
import type { Sized } from '#server/library/selection/selection.queries.ts'
import type {
  TrashedFolderTable,
  TrashedPromptTable,
  TrashTable,
} from '#server/db/schema/trash.table.ts'

export type TrashRow = Selectable<TrashTable>
export type TrashedPromptRow = Selectable<TrashedPromptTable>
export type TrashedFolderRow = Selectable<TrashedFolderTable>

const promptColumns = [
  'rid',
  'owner_no',
  'created_at',
  ...wholeFields.map((field) => columnOf[field]),
]
const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Moves prompts to the trash. */
export async function trashPrompts(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  trashId: string,
  rids: readonly number[],
): Promise<void> {
  if (rids.length === 0) return
  await sql`insert into trashed_prompts (trash_id, ${refs(promptColumns)})
    select ${trashId}, ${refs(promptColumns)} from prompts
    where owner_no = ${owner} and rid in (${sql.join(rids)})`.execute(db)
  await deletePrompts(db, owner, change, rids)
}

/** Moves folders, whose prompts are already in the trash, to the trash. Returns their number. */
export async function trashFolders(
  db: Handle,
  owner: OwnerNo,
  _change: ChangeNo,
  trashId: string,
  folderIds: readonly string[],
): Promise<number> {
  if (folderIds.length === 0) return 0
  const isInside = sql<boolean>`owner_no = ${owner} and id in ${subtreeOf(owner, folderIds)}`
  await sql`insert into trashed_folders (trash_id, ${refs(folderColumns)})
    select ${trashId}, ${refs(folderColumns)} from folders where ${isInside}`.execute(db)
  const { numDeletedRows } = await db.deleteFrom('folders').where(isInside).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertTrash(db: Handle, rows: readonly TrashRow[]): Promise<void> {
  await db.insertInto('trash').values(rows).execute()
}

/** Returns the ids that exist in a table. */
export async function listIdsAmong(
  db: Handle,
  owner: AccountNo,
  table: 'trash' | 'folders' | 'prompts',
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

export async function insertTrashed<Table extends 'trashed_folders' | 'trashed_prompts'>(
  db: Handle,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto<Table>(table).values(rows).execute()
}

/** Replaces the value sets of a prompt in the trash. Returns its item and the added bytes; undefined if it is not there. */
export async function setTrashedValues(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  valueSets: string | null,
): Promise<{ trashId: string; bytes: number } | undefined> {
  const former = await db
    .selectFrom('trashed_prompts')
    .select(['rid', 'trash_id', 'value_sets'])
    .where('owner_no', '=', owner)
    .where('id', '=', promptId)
    .executeTakeFirst()
  if (former === undefined) return undefined
  await db
    .updateTable('trashed_prompts')
    .set({ value_sets: valueSets })
    .where('owner_no', '=', owner)
    .where('rid', '=', former.rid)
    .execute()
  const bytes = Buffer.byteLength(valueSets ?? '') - Buffer.byteLength(former.value_sets ?? '')
  return { trashId: former.trash_id, bytes }
}

/** Updates the counts of an item of the trash. */
export async function countTrash(
  db: Handle,
  owner: AccountNo,
  id: string,
  adds: Holdings,
): Promise<void> {
  await db
    .updateTable('trash')
    .set({
      folders: sql`folders + ${adds.folders}`,
      prompts: sql`prompts + ${adds.prompts}`,
      bytes: sql`bytes + ${adds.bytes}`,
    })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .execute()
}

export async function findTrash(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<TrashRow | undefined> {
  return db
    .selectFrom('trash')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', '>', 0)
    .where('restoring_at', 'is', null)
    .executeTakeFirst()
}

/** Lists the items of an owner's trash, latest first, including those that are being restored. */
export async function listTrashRows(
  db: Handle,
  owner: OwnerNo,
  limit: number,
): Promise<TrashRow[]> {
  return db
    .selectFrom('trash')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('deleted_at', '>', 0)
    .orderBy('deleted_at', 'desc')
    .orderBy('rid', 'desc')
    .limit(limit)
    .execute()
}

/** Lists a page of folders or prompts in the trash by key, of one item or of all. */
export async function listTrashedAfter<Table extends 'trashed_folders' | 'trashed_prompts'>(
  db: Handle,
  owner: OwnerNo,
  table: Table,
  { trashId, rid, limit }: { trashId?: string; rid: number; limit: number },
): Promise<(Table extends 'trashed_folders' ? TrashedFolderRow : TrashedPromptRow)[]> {
  type Row = Table extends 'trashed_folders' ? TrashedFolderRow : TrashedPromptRow
  const [, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) || trashId !== undefined ? sql`owner_no = ${owner} and` : sql``
  const ofItem = trashId === undefined ? sql`` : sql`trash_id = ${trashId} and`
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where ${ofOwner} ${ofItem} rid > ${rid} and rid <= ${last}
    order by rid limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export async function deleteRows(
  db: Handle,
  owner: AccountNo,
  table: 'trashed_folders' | 'trashed_prompts',
  rids: readonly number[],
): Promise<void> {
  if (rids.length === 0) return
  await db.deleteFrom(table).where('owner_no', '=', owner).where('rid', 'in', rids).execute()
}

/** Deletes items of the trash with their contents. */
export async function deleteTrash(
  db: Handle,
  owner: AccountNo,
  ids: readonly string[],
): Promise<void> {
  await db.deleteFrom('trash').where('owner_no', '=', owner).where('id', 'in', ids).execute()
}

/** Lists the given items that are empty. */
export async function listEmptyTrash(
  db: Handle,
  owner: AccountNo,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('trash')
    .select('id')
    .where('owner_no', '=', owner)
    .where('id', 'in', ids)
    .where('prompts', '=', 0)
    .where('folders', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** Hides items, by default all of them, until `eraseSome` deletes them. Returns their number. */
export async function expireTrash(
  db: Handle,
  owner: OwnerNo,
  ids?: readonly string[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('trash')
    .set({ deleted_at: 0 })
    .where('owner_no', '=', owner)
    .where('deleted_at', '>', 0)
    .where('restoring_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists expired items of an owner. */
export async function listExpiredTrash(
  db: Handle,
  owner: AccountNo,
  until: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('trash')
    .select('id')
    .where('owner_no', '=', owner)
    .where('deleted_at', '<=', until)
    .where('restoring_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the owner of an expired item. */
export async function findExpiredTrash(db: Handle, until: number): Promise<AccountNo | undefined> {
  const row = await db
    .selectFrom('trash')
    .select('owner_no')
    .where('deleted_at', '<=', until)
    .where('restoring_at', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
  return row?.owner_no
}

export async function setRestoring(
  db: Handle,
  owner: OwnerNo,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('trash')
    .set({ restoring_at: now })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .execute()
}

/** Finds an item of any owner whose restoration is unfinished. */
export async function findRestoring(
  db: Handle,
): Promise<Pick<TrashRow, 'owner_no' | 'id'> | undefined> {
  return db
    .selectFrom('trash')
    .select(['owner_no', 'id'])
    .where('restoring_at', 'is not', null)
    .orderBy('restoring_at')
    .limit(1)
    .executeTakeFirst()
}

/** Returns by how much a trash exceeds its limits; negative below them. */
export async function getTrashExcess(
  db: Handle,
  owner: OwnerNo,
): Promise<{ rows: number; bytes: number }> {
  const { trash_rows, trash_bytes } = await db
    .selectFrom('libraries')
    .select(['trash_rows', 'trash_bytes'])
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return { rows: trash_rows - limits.trashRows, bytes: trash_bytes - limits.trashBytes }
}

/** Lists the oldest items, at most `limit`, without `newest`. */
export async function listOldestTrash(
  db: Handle,
  owner: OwnerNo,
  newest: string,
  limit: number,
): Promise<Pick<TrashRow, 'id' | 'folders' | 'prompts' | 'bytes'>[]> {
  return db
    .selectFrom('trash')
    .select(['id', 'folders', 'prompts', 'bytes'])
    .where('owner_no', '=', owner)
    .where('deleted_at', '>', 0)
    .where('restoring_at', 'is', null)
    .where('id', '<>', newest)
    .orderBy('deleted_at')
    .orderBy('rid')
    .limit(limit)
    .execute()
}

/** Lists at most `limit` prompts of the given items. */
export async function listTrashedPrompts(
  db: Handle,
  owner: AccountNo,
  trashIds: readonly string[],
  limit: number,
): Promise<Sized[]> {
  return db
    .selectFrom('trashed_prompts')
    .select(['rid', promptBytes.as('bytes')])
    .where('owner_no', '=', owner)
    .where('trash_id', 'in', trashIds)
    .limit(limit)
    .execute()
}

/** Lists the keys of at most `limit` folders of the given items. */
export async function listTrashedFolders(
  db: Handle,
  owner: AccountNo,
  trashIds: readonly string[],
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('trashed_folders')
    .select('rid')
    .where('owner_no', '=', owner)
    .where('trash_id', 'in', trashIds)
    .limit(limit)
    .execute()
  return rows.map(({ rid }) => rid)
}

/** Lists prompts of the trash by their keys. */
export async function listTrashedByRid(
  db: Handle,
  owner: AccountNo,
  rids: readonly number[],
): Promise<TrashedPromptRow[]> {
  return db
    .selectFrom('trashed_prompts')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('rid', 'in', rids)
    .orderBy('rid')
    .execute()
}
