import { sql, type SqlBool } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listFoldersIn, subtreeOf } from '#server/folders/folders.queries.ts'
import { promptBytes } from '#server/prompts/prompts.queries.ts'

/** Prompts, and folders with everything in them. */
export type Selection = { promptIds: readonly string[]; folderIds: readonly string[] }

/** The names and colours of those of a selection that exist, folders first. */
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

/** The prompts of a selection, in the order of their creation; with `among`, of these. */
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

/** How many prompts a selection holds, each as often as it is selected, and their bytes. */
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
 * Those of a selection that are as they were made: prompts that were not edited or shared since, and folders that hold
 * nothing but what was made with them, as it was made.
 */
export async function listAsMade(
  db: Handle,
  owner: OwnerNo,
  { promptIds, folderIds }: Selection,
): Promise<Selection> {
  const isTouched = sql<boolean>`(updated_at <> created_at or is_public = 1)`
  const prompts =
    promptIds.length === 0
      ? []
      : await db
          .selectFrom('prompts')
          .select('id')
          .where('owner_no', '=', owner)
          .where('id', 'in', promptIds)
          .where((query) => query.not(isTouched))
          .execute()
  const asMade: string[] = []
  for (const id of folderIds) {
    const folders = await listFoldersIn(db, owner, [id])
    const madeAt = folders[0]?.created_at
    if (madeAt === undefined || folders.some(({ created_at }) => created_at !== madeAt)) continue
    const { rows } = await sql`select 1 from prompts
      where owner_no = ${owner} and folder_id in ${subtreeOf(owner, [id])}
        and (created_at <> ${madeAt} or ${isTouched}) limit 1`.execute(db)
    if (rows.length === 0) asMade.push(id)
  }
  return { promptIds: prompts.map(({ id }) => id), folderIds: asMade }
}
