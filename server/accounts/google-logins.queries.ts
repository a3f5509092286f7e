import type { Insertable, Selectable } from 'kysely'
import type { GoogleLoginTable } from '#server/accounts/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

export async function insertGoogleLogin(
  db: Handle,
  login: Insertable<GoogleLoginTable>,
): Promise<void> {
  await db.insertInto('google_logins').values(login).execute()
}

/** The login of a state, which is there no more from then on: it counts once. */
export async function takeGoogleLogin(
  db: Handle,
  stateHash: string,
): Promise<Selectable<GoogleLoginTable> | undefined> {
  return db
    .deleteFrom('google_logins')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}

export async function findUserByGoogleSubject(
  db: Handle,
  subject: string,
): Promise<OwnerNo | undefined> {
  const user = await db
    .selectFrom('users')
    .select('owner_no')
    .where('google_subject', '=', subject)
    .executeTakeFirst()
  return user?.owner_no
}

/** The account of an address, as far as it decides how a Google sign-in meets it. */
export async function findUserToLink(
  db: Handle,
  emailKey: string,
): Promise<
  { owner_no: OwnerNo; email_verified_at: number | null; google_subject: string | null } | undefined
> {
  return db
    .selectFrom('users')
    .select(['owner_no', 'email_verified_at', 'google_subject'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function linkGoogle(db: Handle, owner: OwnerNo, subject: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ google_subject: subject })
    .where('owner_no', '=', owner)
    .execute()
}

/** Gives the account to who proved its address, and takes it from whoever only claimed it. */
export async function takeOverByGoogle(
  db: Handle,
  owner: OwnerNo,
  subject: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ google_subject: subject, password_hash: null, email_verified_at: now })
    .where('owner_no', '=', owner)
    .execute()
  await db.deleteFrom('sessions').where('owner_no', '=', owner).execute()
  await db.deleteFrom('mailed_tokens').where('owner_no', '=', owner).execute()
}
