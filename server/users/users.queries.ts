import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { UserTable } from '#server/db/schema/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'

export async function insertUser(db: Handle, user: Insertable<UserTable>): Promise<AccountNo> {
  const { owner_no } = await db
    .insertInto('users')
    .values(user)
    .returning('owner_no')
    .executeTakeFirstOrThrow()
  return owner_no
}

type UserToSignIn = Pick<
  Selectable<UserTable>,
  'owner_no' | 'id' | 'email' | 'language' | 'password_hash' | 'email_verified_at'
>

export async function findUserByEmailKey(
  db: Handle,
  emailKey: string,
): Promise<UserToSignIn | undefined> {
  return db
    .selectFrom('users')
    .select(['owner_no', 'id', 'email', 'language', 'password_hash', 'email_verified_at'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

const userColumns = [
  'id',
  'email',
  'email_key',
  'password_hash',
  'email_verified_at',
  'mailbox_owned_at',
  'google_subject',
  'language',
  'stripe_customer',
  'passkey_declined_at',
  'factors_reset_at',
] as const

/**
 * @throws ApiError `not_logged_in` if the account has been deleted, or marked for deletion, since the actor was
 * identified
 */
export async function getUser(
  db: Handle,
  owner: OwnerNo,
): Promise<Pick<Selectable<UserTable>, (typeof userColumns)[number]>> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('owner_no', '=', owner)
    .where('email', '<>', '')
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
}

/**
 * Replaces a password hash unless it has changed. Returns whether it was replaced. With the same hash twice, it locks
 * the password until the transaction ends.
 */
export async function replacePassword(
  db: Handle,
  owner: OwnerNo,
  formerHash: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('owner_no', '=', owner)
    .where('password_hash', '=', formerHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks an account against other changes until the transaction ends. */
export async function lockUser(transaction: Handle, account: AccountNo): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email: sql`email` })
    .where('owner_no', '=', account)
    .execute()
}

/** The account in a payment provider's metadata. */
export async function findAccountNo(db: Handle, userId: string): Promise<AccountNo | undefined> {
  const user = await db
    .selectFrom('users')
    .select('owner_no')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.owner_no
}

/** Undefined if the account does not exist. */
export async function findStripeCustomer(
  db: Handle,
  owner: OwnerNo,
): Promise<string | null | undefined> {
  const user = await db
    .selectFrom('users')
    .select('stripe_customer')
    .where('owner_no', '=', owner)
    .executeTakeFirst()
  return user?.stripe_customer
}

/** Replaces the known customer unless it has changed. Returns whether it was replaced. */
export async function setStripeCustomer(
  db: Handle,
  owner: OwnerNo,
  known: string | null,
  customer: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ stripe_customer: customer })
    .where('owner_no', '=', owner)
    .where('stripe_customer', known === null ? 'is' : '=', known)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records an owner's latest checkout. Returns the previous one, if any. */
export async function replaceStripeCheckout(
  transaction: Handle,
  owner: OwnerNo,
  checkout: string,
): Promise<string | null> {
  await lockUser(transaction, owner)
  const user = await transaction
    .selectFrom('users')
    .select('stripe_checkout')
    .where('owner_no', '=', owner)
    .executeTakeFirst()
  await transaction
    .updateTable('users')
    .set({ stripe_checkout: checkout })
    .where('owner_no', '=', owner)
    .execute()
  return user?.stripe_checkout ?? null
}

export async function updateUser(
  db: Handle,
  owner: OwnerNo,
  columns: Updateable<UserTable>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('owner_no', '=', owner).execute()
}

/** Keeps the time of the first verification. */
export async function markEmailVerified(db: Handle, owner: OwnerNo, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('owner_no', '=', owner)
    .where('email_verified_at', 'is', null)
    .execute()
}

export async function setLanguage(db: Handle, owner: OwnerNo, language: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('owner_no', '=', owner)
    .where('language', '!=', language)
    .execute()
}

/** Whether an account is blocked, is being deleted, or has been. */
export async function isClosed(db: Handle, account: AccountNo): Promise<boolean> {
  const { rows } = await sql`select 1 from users
    where owner_no = ${account} and email <> '' and blocked_at is null`.execute(db)
  return rows.length === 0
}

/** When an account was blocked; null if it is not. */
export async function findBlockedAt(db: Handle, account: AccountNo): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select('blocked_at')
    .where('owner_no', '=', account)
    .executeTakeFirst()
  return user?.blocked_at ?? null
}

/** Deletes all rows of an account in a table of access credentials. */
export async function deleteAll(
  db: Handle,
  table:
    | 'sessions'
    | 'tokens'
    | 'apps'
    | 'devices'
    | 'passkeys'
    | 'totp_secrets'
    | 'recovery_codes'
    | 'pending_logins'
    | 'challenges'
    | 'activity'
    | 'mailed_tokens'
    | 'mails'
    | 'google_links'
    | 'sandbox_checkouts'
    | 'connections',
  owner: AccountNo,
): Promise<void> {
  await db.deleteFrom(table).where('owner_no', '=', owner).execute()
}

/** Ends all access of programs to an account: its tokens and apps. */
export async function deletePrograms(db: Handle, owner: OwnerNo): Promise<void> {
  await deleteAll(db, 'tokens', owner)
  await deleteAll(db, 'apps', owner)
}

/** Deletes an account, and by foreign keys all rows that refer to it. */
export async function deleteUser(db: Handle, owner: AccountNo): Promise<void> {
  await db.deleteFrom('users').where('owner_no', '=', owner).execute()
}
