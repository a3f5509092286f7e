import { sql, type RawBuilder } from 'kysely'
import type { CopiedFolder, CopiedPrompt } from '#contract/library/changes.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import { fromJson } from '#server/db/json-column.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'
import { allColumns, promptBytes } from '#server/library/prompts/prompts.queries.ts'
import { toPrompt, type PromptRow } from '#server/library/prompts/prompts.rules.ts'

/** Reads the numbers of libraries that exist. */
export async function listChangeNos(
  db: Handle,
  owners: readonly AccountNo[],
): Promise<{ owner_no: AccountNo; change_no: number }[]> {
  if (owners.length === 0) return []
  return db
    .selectFrom('libraries')
    .select(['owner_no', 'change_no'])
    .where('owner_no', 'in', owners)
    .execute()
}

export type LibraryState = {
  firstNo: number
  changeNo: number
  removedNo: number
  myValuesNo: number
  myValues: { values: Value[]; keepsLastValues: boolean }
}

/** @throws ApiError `not_logged_in` if the account has been deleted */
export async function getLibraryState(db: Handle, owner: OwnerNo): Promise<LibraryState> {
  const row = await db
    .selectFrom('libraries')
    .select([
      'first_no',
      'change_no',
      'removed_no',
      'my_values_no',
      'my_values',
      'keeps_last_values',
    ])
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return {
    firstNo: row.first_no,
    changeNo: row.change_no,
    removedNo: row.removed_no,
    myValuesNo: row.my_values_no,
    myValues: {
      values: fromJson<Value>(row.my_values),
      keepsLastValues: row.keeps_last_values === 1,
    },
  }
}

/** A row's place in the order of changes. Folders and prompts share their keys. */
export type Place = { changedNo: number; rid: number }

/** Rows after a place up to a number, of one folder at any depth or of the library. */
export type Range = { after: Place; upTo: number; folderId: string | undefined; limit: number }

function isIn(owner: OwnerNo, { after, upTo }: Range): RawBuilder<unknown> {
  return sql`owner_no = ${owner} and (changed_no, rid) > (${after.changedNo}, ${after.rid})
    and changed_no <= ${upTo}`
}

type CopiedFolderRow = CopiedFolder & Place

/** Lists changed folders in the order of their changes. */
export async function listChangedFolders(
  db: Handle,
  owner: OwnerNo,
  range: Range,
): Promise<CopiedFolderRow[]> {
  const { folderId, limit } = range
  const isInside = folderId === undefined ? sql`` : sql`and id in ${subtreeOf(owner, [folderId])}`
  const { rows } = await sql<CopiedFolderRow>`select id, parent_id as "parentId", name, color,
      is_favourite as "isFavourite", ${createdNo(owner)}, changed_no as "changedNo", rid
    from folders where ${isIn(owner, range)} ${isInside}
    order by changed_no, rid limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Lists the places and sizes of changed prompts in the order of their changes. */
export async function listChangedPlaces(
  db: Handle,
  owner: OwnerNo,
  range: Range,
): Promise<(Place & { bytes: number })[]> {
  const { folderId, limit } = range
  const isInside =
    folderId === undefined ? sql`` : sql`and folder_id in ${subtreeOf(owner, [folderId])}`
  const { rows } = await sql<Place & { bytes: number }>`
    select changed_no as "changedNo", rid, ${promptBytes} as bytes
    from prompts where ${isIn(owner, range)} ${isInside}
    order by changed_no, rid limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Lists prompts by their keys, without those that have changed since `upTo`. */
export async function listCopiedPrompts(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
  upTo: number,
): Promise<CopiedPrompt[]> {
  if (rids.length === 0) return []
  const { rows } = await sql<PromptRow<CopiedPrompt>>`
    select ${allColumns}, ${createdNo(owner)} from prompts
    where owner_no = ${owner} and rid in (${sql.join(rids)}) and changed_no <= ${upTo}
    order by changed_no, rid`.execute(db)
  return rows.map(toPrompt)
}

function createdNo(owner: OwnerNo): RawBuilder<unknown> {
  const [first] = ridRange(owner)
  return sql`rid - ${sql.lit(first)} as "createdNo"`
}

/** Lists a page of ids after `after`, in the order of the ids. */
export async function listIdsAfter(
  db: Handle,
  owner: OwnerNo,
  table: 'folders' | 'prompts',
  { folderId, after, limit }: { folderId: string | undefined; after: string; limit: number },
): Promise<string[]> {
  const parent = sql.ref(table === 'folders' ? 'id' : 'folder_id')
  const isInside =
    folderId === undefined ? sql`` : sql`and ${parent} in ${subtreeOf(owner, [folderId])}`
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where owner_no = ${owner} and id > ${after} ${isInside}
    order by id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}
