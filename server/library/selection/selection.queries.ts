import { sql, type SqlBool } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listFoldersIn, subtreeOf } from '#server/library/folders/folders.queries.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'

/** Prompts, and folders with everything in them. */
export type Selection = { promptIds: readonly string[]; folderIds: readonly string[] }

/** Lists the names and colours of the selected items that exist, folders first. */
export async function listSelected(
  db: Handle,
  owner: OwnerNo,
  { promptIds, folderIds }: Selection,
): Promise<{ name: string; color: string }[]> {
  const listFrom = (table: 'folders' | 'prompts', ids: readonly string[]) =>
    ids.length === 0
      ? []
      : db
          .selectFrom(table)
          .select(['name', 'color'])
          .where('owner_no', '=', owner)
          .where('id', 'in', ids)
          .orderBy('sort_key')
          .execute()
  return [...(await listFrom('folders', folderIds)), ...(await listFrom('prompts', promptIds))]
}

/** A prompt's key and the bytes of its texts. */
export type Sized = { rid: number; bytes: number }

/** Lists the prompts of a selection, oldest first; with `among`, only those with these keys. */
export async function listSelectedPrompts(
  db: Handle,
  owner: OwnerNo,
  selection: Selection,
  among?: readonly number[],
): Promise<Sized[]> {
  const isAmong = among === undefined ? sql`` : sql`and rid in (${sql.join(among)})`
  const { rows } = await sql<Sized>`select rid, ${promptBytes} as bytes from prompts
    where owner_no = ${owner} and (${isSelected(owner, selection)}) ${isAmong}
    order by rid`.execute(db)
  return rows
}

function isSelected(owner: OwnerNo, { promptIds, folderIds }: Selection) {
  const conditions = [
    ...(promptIds.length === 0 ? [] : [sql`id in (${sql.join(promptIds)})`]),
    ...(folderIds.length === 0 ? [] : [sql`folder_id in ${subtreeOf(owner, folderIds)}`]),
  ]
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)
}

/** Counts the prompts of a selection, each as often as it is selected, and their bytes. */
export async function measure(
  db: Handle,
  owner: OwnerNo,
  { promptIds, folderIds }: Selection,
): Promise<{ prompts: number; bytes: number }> {
  const sum = { prompts: promptIds.length, bytes: 0 }
  for (const id of folderIds) {
    const { prompts, bytes } = await db
      .selectFrom('prompts')
      .select((query) => [
        query.fn.countAll<number>().as('prompts'),
        sql<number>`coalesce(sum(${promptBytes}), 0)`.as('bytes'),
      ])
      .where('owner_no', '=', owner)
      .where(sql<SqlBool>`folder_id in ${subtreeOf(owner, [id])}`)
      .executeTakeFirstOrThrow()
    sum.prompts += prompts
    sum.bytes += bytes
  }
  return sum
}

/**
 * Lists the selected items that are unmodified since their creation: prompts that were neither edited nor shared, and
 * folders whose whole content was created with them and is unmodified, too.
 */
export async function listUnmodified(
  db: Handle,
  owner: OwnerNo,
  { promptIds, folderIds }: Selection,
): Promise<Selection> {
  const isModified = sql<boolean>`(updated_at <> created_at or is_public = 1)`
  const prompts =
    promptIds.length === 0
      ? []
      : await db
          .selectFrom('prompts')
          .select('id')
          .where('owner_no', '=', owner)
          .where('id', 'in', promptIds)
          .where((query) => query.not(isModified))
          .execute()
  const unmodified: string[] = []
  for (const id of folderIds) {
    const folders = await listFoldersIn(db, owner, [id])
    const createdAt = folders[0]?.created_at
    if (createdAt === undefined || folders.some(({ created_at }) => created_at !== createdAt))
      continue
    const { rows } = await sql`select 1 from prompts
      where owner_no = ${owner} and folder_id in ${subtreeOf(owner, [id])}
        and (created_at <> ${createdAt} or ${isModified}) limit 1`.execute(db)
    if (rows.length === 0) unmodified.push(id)
  }
  return { promptIds: prompts.map(({ id }) => id), folderIds: unmodified }
}
