import { sql } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { TreeFolder } from '#contract/library/folders.ts'
import type { PromptName, ShelfPrompt } from '#contract/library/shelf.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { rowsInPage } from '#server/library/collect-list.ts'
import { cardColumns } from '#server/library/prompts/prompts.queries.ts'

/** Lists an owner's favourites by name. */
export async function listFavourites(db: Handle, owner: OwnerNo): Promise<ShelfPrompt[]> {
  const { rows } =
    await sql<ShelfPrompt>`select ${cardColumns}, folder_id as "folderId" from prompts
    where owner_no = ${owner} and is_favourite = 1
    order by sort_key, name, id limit ${sql.lit(limits.shelfPrompts)}`.execute(db)
  return rows
}

/** Lists an owner's most recently used prompts, latest first. */
export async function listRecents(db: Handle, owner: OwnerNo): Promise<ShelfPrompt[]> {
  const { rows } =
    await sql<ShelfPrompt>`select ${cardColumns}, folder_id as "folderId" from prompts
    where owner_no = ${owner} and used_at is not null
    order by used_at desc limit ${sql.lit(limits.shelfPrompts)}`.execute(db)
  return rows
}

/** Lists an owner's prompts that were never used, last changed first. */
export async function listUnused(db: Handle, owner: OwnerNo): Promise<ShelfPrompt[]> {
  const { rows } =
    await sql<ShelfPrompt>`select ${cardColumns}, folder_id as "folderId" from prompts
    where owner_no = ${owner} and used_at is null
    order by updated_at desc, id desc limit ${sql.lit(limits.shelfPrompts)}`.execute(db)
  return rows
}

export type NameRow = PromptName & { rid: number }

/** Lists an owner's prompt names, newest first; with `rid`, only those of older prompts. */
export async function listNamesBefore(
  db: Handle,
  owner: OwnerNo,
  rid: number | undefined,
): Promise<NameRow[]> {
  const [first, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) ? sql`owner_no = ${owner} and` : sql``
  const { rows } = await sql<NameRow>`
    select rid, id, name, short_name as "shortName", color, folder_id as "folderId", is_public as "isPublic",
      is_favourite as "isFavourite", used_at as "usedAt"
    from prompts where ${ofOwner} rid > ${first} and rid < ${rid ?? last + 1}
    order by rid desc limit ${sql.lit(rowsInPage)}`.execute(db)
  return rows
}

export type TreeRow = Omit<TreeFolder, 'promptCount'> & { rid: number; sortKey: string }

/** Lists an owner's folders after one of them, oldest first. */
export async function listTreeAfter(
  db: Handle,
  owner: OwnerNo,
  after: TreeRow | undefined,
): Promise<TreeRow[]> {
  const [first, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) ? sql`owner_no = ${owner} and` : sql``
  const { rows } = await sql<TreeRow>`
    select rid, id, parent_id as "parentId", name, color, is_favourite as "isFavourite",
      sort_key as "sortKey"
    from folders
    where ${ofOwner} rid > ${after?.rid ?? first} and rid <= ${last}
    order by rid limit ${sql.lit(rowsInPage)}`.execute(db)
  return rows
}

/** Counts the prompts directly in each folder; empty folders are missing. */
export async function countByFolder(db: Handle, owner: OwnerNo): Promise<Map<string, number>> {
  const { rows } = await sql<{ folderId: string; count: number }>`
    select folder_id as "folderId", count(*) as count from prompts
    where owner_no = ${owner} and folder_id is not null group by folder_id`.execute(db)
  return new Map(rows.map(({ folderId, count }) => [folderId, count]))
}
