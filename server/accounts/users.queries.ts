import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { UserTable } from '#server/accounts/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'

export async function insertUser(db: Handle, user: Insertable<UserTable>): Promise<OwnerNo> {
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
] as const

/** @throws ApiError `not_logged_in` where the account has been deleted since its session was found */
export async function getUser(
  db: Handle,
  owner: OwnerNo,
): Promise<Pick<Selectable<UserTable>, (typeof userColumns)[number]>> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
}

/**
 * Sets another password if it is still the former one; gives whether it was. With the same twice, it
 * holds back whoever would change it until the transaction ends.
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

/** Holds back whatever else changes the account, until the transaction ends. */
export async function lockUser(transaction: Handle, owner: OwnerNo): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email: sql`email` })
    .where('owner_no', '=', owner)
    .execute()
}

/** Whose account a payment provider says a subscription is for. */
export async function findOwner(db: Handle, userId: string): Promise<OwnerNo | undefined> {
  const user = await db
    .selectFrom('users')
    .select('owner_no')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.owner_no
}

/** Undefined where the account is not there. */
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

/** Puts a customer in the place of the one that was known; gives whether that was still so. */
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

/** Notes the checkout that an owner has begun last; gives the one before, if there was one. */
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

/** Changes some columns of an account. */
export async function updateUser(
  db: Handle,
  owner: OwnerNo,
  columns: Updateable<UserTable>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('owner_no', '=', owner).execute()
}

/** Keeps when the address was proved the first time. */
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

/** Deletes an owner with all rows that refer to it. */
export async function deleteUser(db: Handle, owner: OwnerNo): Promise<void> {
  await db.deleteFrom('users').where('owner_no', '=', owner).execute()
}
