import { sql, type Insertable } from 'kysely'
import type { OAuthKind, OAuthObjectTable } from '#server/db/schema/apps.table.ts'
import type { Handle } from '#server/db/database.ts'

/** Inserts an object. Returns false if its id is taken. */
export async function insertObject(
  db: Handle,
  object: Insertable<OAuthObjectTable>,
): Promise<boolean> {
  const row = await db
    .insertInto('oauth_objects')
    .values(object)
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return row !== undefined
}

type Id = { kind: OAuthKind; idHash: string }

/** Finds an object that has not expired, used or not. */
export async function findObject(
  db: Handle,
  { kind, idHash }: Id,
  now: number,
): Promise<{ payload: string } | undefined> {
  return db
    .selectFrom('oauth_objects')
    .select('payload')
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Marks an object as used, and extends its expiry. Returns whether it was unused. A single statement, so that only one
 * of several concurrent uses succeeds.
 */
export async function consumeObject(
  db: Handle,
  { kind, idHash }: Id,
  { now, keptUntil }: { now: number; keptUntil: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_objects')
    .set({
      consumed_at: now,
      expires_at: sql`case when expires_at < ${keptUntil} then expires_at else ${keptUntil} end`,
    })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteObject(db: Handle, { kind, idHash }: Id): Promise<void> {
  await db
    .deleteFrom('oauth_objects')
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

type StoredRequest = {
  kind: 'Interaction' | 'DeviceCode'
  id_hash: string
  payload: string
  expires_at: number
}

/** Binds a request to the browser in which it began, or to the session in which the code of a device was entered. */
export async function bindRequest(
  db: Handle,
  { kind, idHash }: { kind: StoredRequest['kind']; idHash: string },
  browserHash: string,
): Promise<void> {
  await db
    .updateTable('oauth_objects')
    .set({ browser_hash: browserHash })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

/** Finds a pending request of one kind, bound to a browser. */
export async function findRequest(
  db: Handle,
  { kind, idHash }: { kind: StoredRequest['kind']; idHash: string },
  { browserHash, now }: { browserHash: string; now: number },
): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select kind, id_hash, payload, expires_at from oauth_objects
    where kind = ${kind} and id_hash = ${idHash} and browser_hash = ${browserHash}
      and expires_at > ${now} and (kind = 'Interaction' or user_code_hash is not null)`.execute(db)
  return rows[0]
}

/** Finds the pending request of a device by its code. */
export async function findDeviceRequest(
  db: Handle,
  userCodeHash: string,
  now: number,
): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select kind, id_hash, payload, expires_at from oauth_objects
    where user_code_hash = ${userCodeHash} and kind = 'DeviceCode' and expires_at > ${now}`.execute(
    db,
  )
  return rows[0]
}

/** Removes a browser's request. Returns whether it existed. Only one of several concurrent answers succeeds. */
export async function takeRequest(db: Handle, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_objects')
    .where('kind', '=', 'Interaction')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Answers a device's request. Returns whether it was pending. Only one of several concurrent answers succeeds. */
export async function answerDevice(
  db: Handle,
  idHash: string,
  { payload, appId }: { payload: string; appId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_objects')
    .set({ payload, app_id: appId, user_code_hash: null })
    .where('kind', '=', 'DeviceCode')
    .where('id_hash', '=', idHash)
    // Answering removes the code.
    .where('user_code_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps a registered client until a time, if it would expire earlier. */
export async function keepClient(db: Handle, clientId: string, until: number): Promise<void> {
  await db
    .updateTable('oauth_objects')
    .set({ expires_at: until })
    .where('kind', '=', 'Client')
    .where('id_hash', '=', clientId)
    .where('expires_at', '<', until)
    .execute()
}
