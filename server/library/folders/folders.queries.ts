import {
  sql,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Updateable,
} from 'kysely'
import type { FolderContents } from '#contract/library/folders.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { positionIn } from '#server/db/dialect.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { storedColumns, type FolderTable } from '#server/db/schema/folders.table.ts'

export type FolderRow = Pick<
  Selectable<FolderTable>,
  'id' | 'parent_id' | 'name' | 'sort_key' | 'color' | 'is_favourite'
> & {
  prompt_count: number
  folder_count: number
}
export type StoredFolderRow = Pick<Selectable<FolderTable>, (typeof storedColumns)[number]>
export type ParentRow = Pick<FolderTable, 'id' | 'parent_id' | 'name'>

/**
 * Lists a page of the folders directly in a folder, or at the root, by name. `after` is the last of the previous page.
 */
export function listFolderRows(
  db: Handle,
  owner: OwnerNo,
  parentId: string | null,
  { after, limit }: { after: FolderRow | undefined; limit: number },
): Promise<FolderRow[]> {
  const inParent = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`
  const isNext = after
    ? sql`and (sort_key, name, id) > (${after.sort_key}, ${after.name}, ${after.id})`
    : sql``
  return listFoldersWhere(db, owner, sql`${inParent} ${isNext}`, limit)
}

/** Lists folders whose folded names contain all needles; with `within`, only those in that folder at any depth. */
export function searchFolders(
  db: Handle,
  owner: OwnerNo,
  needles: readonly string[],
  { within, limit }: { within: string | undefined; limit: number },
): Promise<FolderRow[]> {
  const conditions = needles.map(
    (needle) => sql`${positionIn(db, sql.ref('folded_name'), needle)} > 0`,
  )
  if (within !== undefined) conditions.push(sql`parent_id in ${subtreeOf(owner, [within])}`)
  return listFoldersWhere(db, owner, sql.join(conditions, sql` and `), limit)
}

/** Folders by name, with the counts of their direct contents. Raw SQL takes Kysely less time to compile. */
async function listFoldersWhere(
  db: Handle,
  owner: OwnerNo,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select id, parent_id, name, sort_key, color, is_favourite,
      (select count(*) from prompts where owner_no = ${owner} and folder_id = folder.id)
        as prompt_count,
      (select count(*) from folders as child where owner_no = ${owner}
        and child.parent_id = folder.id) as folder_count
    from folders as folder where owner_no = ${owner} and ${condition}
    order by sort_key, name, id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** A subquery for the ids of folders and of all folders in them. */
export function subtreeOf(owner: OwnerNo, ids: readonly string[]): RawBuilder<unknown> {
  return sql`(with recursive subtree as (
    select id from folders where owner_no = ${owner} and id in (${sql.join(ids)})
    union
    select folders.id from subtree cross join folders
    where folders.parent_id = subtree.id and folders.owner_no = ${owner}
  ) select id from subtree)`
}

/** Lists the names of the folders directly in a folder, or at the root. */
export async function listFolderNamesIn(
  db: Handle,
  owner: OwnerNo,
  parentId: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('folders')
    .select('name')
    .where('owner_no', '=', owner)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .execute()
  return rows.map(({ name }) => name)
}

/** The names of folders that exist, by their ids. */
export async function listFolderNames(
  db: Handle,
  owner: OwnerNo,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'name'])
    .where('owner_no', '=', owner)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lists folders and their ancestors, at most `limit`, in no order, and none above the folder `top`. */
export async function listParents(
  db: Handle,
  owner: OwnerNo,
  ids: readonly string[],
  { limit, top }: { limit: number; top?: string | undefined },
): Promise<ParentRow[]> {
  const belowTop = top === undefined ? sql`` : sql`and up.id <> ${top}`
  const { rows } = await sql<ParentRow>`select id, parent_id, name from (
    with recursive up as (
      select id, parent_id, name from folders where owner_no = ${owner} and id in (${sql.join(ids)})
      union
      select folders.id, folders.parent_id, folders.name from folders
      inner join up on up.parent_id = folders.id ${belowTop} where folders.owner_no = ${owner}
    ) select * from up limit ${sql.lit(limit)}) as up`.execute(db)
  return rows
}

/** Lists an owner's folders after `rid`, oldest first. */
export function listFoldersAfter(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  limit: number,
): Promise<StoredFolderRow[]> {
  const [, last] = ridRange(owner)
  return (
    db
      .selectFrom('folders')
      .select(storedColumns)
      // On SQLite, this condition would make the planner ignore the order of the file.
      .$if(isPostgres(db), (query) => query.where('owner_no', '=', owner))
      .where('rid', '>', rid)
      .where('rid', '<=', last)
      .orderBy('rid')
      .limit(limit)
      .execute()
  )
}

/** Lists folders and all folders in them, oldest first. */
export async function listFoldersIn(
  db: Handle,
  owner: OwnerNo,
  ids: readonly string[],
): Promise<StoredFolderRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('folders')
    .select(storedColumns)
    .where('owner_no', '=', owner)
    .where(sql<SqlBool>`id in ${subtreeOf(owner, ids)}`)
    .orderBy('rid')
    .execute()
}

export async function isFolder(db: Handle, owner: OwnerNo, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('folders')
    .select('id')
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function findFolder(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<Pick<FolderRow, 'parent_id' | 'name' | 'color' | 'is_favourite'> | undefined> {
  return db
    .selectFrom('folders')
    .select(['parent_id', 'name', 'color', 'is_favourite'])
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertFolders(
  db: Handle,
  folders: readonly Insertable<FolderTable>[],
): Promise<void> {
  await db.insertInto('folders').values(folders).execute()
}

/** Returns whether the folder exists. */
export async function updateFolder(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  id: string,
  changes: Updateable<FolderTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('folders')
    .set({ ...changes, changed_no: change })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts the contents of a folder at any depth. The folder itself is one of the folders. */
export async function sumSubtree(db: Handle, owner: OwnerNo, id: string): Promise<FolderContents> {
  const { rows } = await sql<FolderContents>`select count(*) as folders,
      cast(coalesce(sum((select count(*) from prompts
        where owner_no = ${owner} and folder_id = subtree.id)), 0) as bigint) as prompts
    from ${subtreeOf(owner, [id])} as subtree`.execute(db)
  return rows[0] ?? { folders: 0, prompts: 0 }
}

/** Deletes all folders of an owner whose prompts have been deleted. */
export async function deleteAllFolders(db: Handle, owner: AccountNo): Promise<void> {
  await db.deleteFrom('folders').where('owner_no', '=', owner).execute()
}
