import { sql, type Insertable, type Selectable } from 'kysely'
import type { AppTable } from '#server/db/schema/apps.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

export type AppRow = Selectable<AppTable>

type FoundApp = Pick<
  AppRow,
  'id' | 'host' | 'name' | 'client_id' | 'root' | 'expires_at' | 'renewal_days' | 'used_at'
> & {
  owner_no: OwnerNo
  user_id: string
  app_scopes: string
  payload: string
  token_ends: number
}

/**
 * Finds the app of an access token, expired or not, unless its account is blocked. Raw SQL, because every message from
 * an app runs it.
 */
export async function findAppByToken(db: Handle, tokenHash: string): Promise<FoundApp | undefined> {
  const { rows } = await sql<FoundApp>`
    select apps.id, apps.owner_no, users.id as user_id, host, name, client_id, scopes as app_scopes, root,
      apps.expires_at, renewal_days, used_at, payload, oauth_objects.expires_at as token_ends
    from oauth_objects inner join apps on apps.id = oauth_objects.app_id
      inner join users on users.owner_no = apps.owner_no
    where oauth_objects.kind = 'AccessToken' and id_hash = ${tokenHash}
      and blocked_at is null`.execute(db)
  return rows[0]
}

/** Finds an app of any owner, for the authorization server, which has verified its tokens. */
export function findApp(db: Handle, id: string): Promise<AppRow | undefined> {
  return db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An owner's apps that have not expired, newest first. */
export function listApps(db: Handle, owner: OwnerNo, now: number): Promise<AppRow[]> {
  return db
    .selectFrom('apps')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertApp(db: Handle, app: Insertable<AppTable>): Promise<void> {
  await db.insertInto('apps').values(app).execute()
}

/** Records a use, which may extend the expiry. */
export async function recordAppUse(
  db: Handle,
  owner: OwnerNo,
  id: string,
  use: Pick<AppRow, 'used_at' | 'expires_at'>,
): Promise<void> {
  await db.updateTable('apps').set(use).where('owner_no', '=', owner).where('id', '=', id).execute()
}

/** Deletes an app, and by foreign keys its tokens. Returns the app, or undefined if there was none. */
export async function deleteApp(
  db: Handle,
  owner: AccountNo,
  id: string,
): Promise<AppRow | undefined> {
  return db
    .deleteFrom('apps')
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
