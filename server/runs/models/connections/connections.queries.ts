import { sql, type Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ConnectionTable } from '#server/db/schema/connections.table.ts'

export type ConnectionRow = Selectable<ConnectionTable>

/** In the order in which they were added. */
export async function listConnectionRows(db: Handle, owner: OwnerNo): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('owner_no', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countConnections(db: Handle, owner: OwnerNo): Promise<number> {
  const { count } = await db
    .selectFrom('connections')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findConnection(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function putConnection(db: Handle, row: ConnectionRow): Promise<void> {
  const { owner_no: _owner, id: _id, ...others } = row
  await db
    .insertInto('connections')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_no', 'id']).doUpdateSet(others))
    .execute()
}

/** Those of all owners whose key was sealed with another key than `name`, in pages. */
export async function listSealedAfter(
  db: Handle,
  name: string,
  last: ConnectionRow | undefined,
  limit: number,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('sealed_key', 'not like', `${name}.%`)
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(owner_no, id) > (${last?.owner_no}, ${last?.id})`),
    )
    .orderBy('owner_no')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Replaces a sealed key, unless it has been changed since it was read. */
export async function replaceSealedKey(
  db: Handle,
  { owner_no, id, sealed_key }: ConnectionRow,
  resealed: string,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ sealed_key: resealed })
    .where('owner_no', '=', owner_no)
    .where('id', '=', id)
    .where('sealed_key', '=', sealed_key)
    .execute()
}

/** Returns its name; undefined if there was none. */
export async function deleteConnection(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('connections')
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** How many keys of all owners were sealed with another key than `name`. */
export async function countSealedByOthers(db: Handle, name: string): Promise<number> {
  const { count } = await db
    .selectFrom('connections')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('sealed_key', 'not like', `${name}.%`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
