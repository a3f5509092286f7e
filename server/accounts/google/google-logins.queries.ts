import type { Insertable, Selectable } from 'kysely'
import type {
  GoogleLinkTable,
  GoogleLoginTable,
  UserTable,
} from '#server/db/schema/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

export async function insertGoogleLogin(
  db: Handle,
  login: Insertable<GoogleLoginTable>,
): Promise<void> {
  await db.insertInto('google_logins').values(login).execute()
}

/** Uses the login of a state, which is valid once. */
export async function consumeGoogleLogin(
  db: Handle,
  stateHash: string,
): Promise<Selectable<GoogleLoginTable> | undefined> {
  return db
    .deleteFrom('google_logins')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}

/** A Google account, by the claims `iss` and `sub`. */
export type GoogleAccount = { issuer: string; subject: string }

export async function findUserByGoogle(
  db: Handle,
  { issuer, subject }: GoogleAccount,
): Promise<AccountNo | undefined> {
  const user = await db
    .selectFrom('users')
    .select('owner_no')
    .where('google_subject', '=', subject)
    .where('google_issuer', '=', issuer)
    .executeTakeFirst()
  return user?.owner_no
}

/** The columns of an address's account that a Google login depends on. */
export async function findUserToLink(
  db: Handle,
  emailKey: string,
): Promise<
  Pick<Selectable<UserTable>, 'owner_no' | 'mailbox_owned_at' | 'google_subject'> | undefined
> {
  return db
    .selectFrom('users')
    .select(['owner_no', 'mailbox_owned_at', 'google_subject'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function insertGoogleLink(
  db: Handle,
  link: Insertable<GoogleLinkTable>,
): Promise<void> {
  await db.insertInto('google_links').values(link).execute()
}

/** Uses an owner's pending link. Returns its Google account if the link is still valid. */
export async function consumeGoogleLink(
  db: Handle,
  owner: OwnerNo,
  tokenHash: string,
  now: number,
): Promise<GoogleAccount | undefined> {
  return db
    .deleteFrom('google_links')
    .where('token_hash', '=', tokenHash)
    .where('owner_no', '=', owner)
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject'])
    .executeTakeFirst()
}
