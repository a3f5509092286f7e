import { sql, type Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import type { Sized } from '#server/library/selection/selection.queries.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import type { ImportTable } from '#server/db/schema/imports.table.ts'

export type ImportRow = Selectable<ImportTable>
type ImportKey = Pick<ImportRow, 'owner_no' | 'attempt'>

export async function findImport(
  db: Handle,
  owner: AccountNo,
  attempt: string,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
}

/** Counts an owner's imports that have not expired. */
export async function countImports(db: Handle, owner: OwnerNo): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists imports that have not been undone, latest first. */
export async function listImportRows(db: Handle, owner: OwnerNo): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('undone_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute()
}

export async function putImport(db: Handle, row: ImportRow): Promise<void> {
  const { owner_no: _owner, attempt: _attempt, ...others } = row
  await db
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_no', 'attempt']).doUpdateSet(others))
    .execute()
}

/** Finds an import of any owner whose undo is unfinished. */
export async function findHalfUndone(db: Handle): Promise<ImportKey | undefined> {
  return (
    db
      .selectFrom('imports')
      .select(['owner_no', 'attempt'])
      .where('undone_at', 'is not', null)
      // A literal, so that SQLite uses the partial index.
      .where('done', '>', sql.lit(0))
      .orderBy('undone_at')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Finds an expired import of any owner. */
export async function findExpiredImport(db: Handle, until: number): Promise<ImportKey | undefined> {
  return db
    .selectFrom('imports')
    .select(['owner_no', 'attempt'])
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes an import's row, unless the import has been continued. */
export async function deleteExpiredImport(
  db: Handle,
  { owner_no, attempt }: ImportKey,
  until: number,
): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('owner_no', '=', owner_no)
    .where('attempt', '=', attempt)
    .where('expires_at', '<=', until)
    .execute()
}

export type Imported = { ids: readonly string[]; startedAt: string }

/** Lists imported prompts that were neither edited nor shared since. */
export async function listUntouched<Table extends 'prompts' | 'trashed_prompts'>(
  db: Handle,
  owner: AccountNo,
  table: Table,
  { ids, startedAt }: Imported,
): Promise<(Table extends 'prompts' ? Sized : Sized & { trash_id: string })[]> {
  type Row = Table extends 'prompts' ? Sized : Sized & { trash_id: string }
  const columns = table === 'prompts' ? sql`rid` : sql`rid, trash_id`
  const { rows } = await sql<Row>`select ${columns}, ${promptBytes} as bytes
    from ${sql.table(table)} where owner_no = ${owner} and id in (${sql.join(ids)})
      and updated_at <= ${startedAt} and is_public = 0`.execute(db)
  return rows
}

export async function listTrashedFolders(
  db: Handle,
  owner: AccountNo,
  ids: readonly string[],
): Promise<{ rid: number; trash_id: string }[]> {
  return db
    .selectFrom('trashed_folders')
    .select(['rid', 'trash_id'])
    .where('owner_no', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

/** Deletes the empty ones of the given folders. Returns their number. */
export async function deleteEmptyFolders(
  db: Handle,
  owner: AccountNo,
  _change: ChangeNo,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('folders')
    .where('owner_no', '=', owner)
    .where('id', 'in', ids)
    .where(
      sql<boolean>`not exists (select 1 from folders as child
        where child.owner_no = ${owner} and child.parent_id = folders.id)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from prompts
        where prompts.owner_no = ${owner} and prompts.folder_id = folders.id)`,
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
