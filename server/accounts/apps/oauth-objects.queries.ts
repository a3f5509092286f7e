import { sql, type Insertable } from 'kysely'
import type { OAuthKind, OAuthObjectTable } from '#server/db/schema/apps.table.ts'
import type { Handle } from '#server/db/database.ts'

/** Inserts an object; returns false if there is one with its id. */
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

/** An object that has not expired, used or not. */
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
 * Marks an object as used, and keeps it for another while; returns whether it was unused. A single statement, so that one of
 * concurrent uses passes.
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

/** Binds a request to the browser that it began in, or the session that the code of a device was entered in. */
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

/** An unanswered request of one kind, bound to a browser. */
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

/** The unanswered request of a device by the code that it shows. */
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

/** Takes a browser's request away; returns whether it was there. One of concurrent answers passes. */
export async function takeRequest(db: Handle, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_objects')
    .where('kind', '=', 'Interaction')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Answers a device's request; returns whether it was unanswered. One of concurrent answers passes. */
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
    // Answering takes the code away.
    .where('user_code_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps a registered client until a time, if it ended before. */
export async function keepClient(db: Handle, clientId: string, until: number): Promise<void> {
  await db
    .updateTable('oauth_objects')
    .set({ expires_at: until })
    .where('kind', '=', 'Client')
    .where('id_hash', '=', clientId)
    .where('expires_at', '<', until)
    .execute()
}
