import type { Insertable, Selectable } from 'kysely'
import type { MailedTokenTable } from '#server/db/schema/accounts.table.ts'
import { lockUser } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

type Purpose = MailedTokenTable['purpose']

export async function insertMailedToken(
  db: Handle,
  token: Insertable<MailedTokenTable>,
): Promise<void> {
  await db.insertInto('mailed_tokens').values(token).execute()
}

/** The account of a token, if it is valid. */
export async function findMailedToken(
  db: Handle,
  tokenHash: string,
  purpose: Purpose,
  now: number,
): Promise<{ owner_no: AccountNo; email: string } | undefined> {
  return db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.owner_no', 'mailed_tokens.owner_no')
    .select(['mailed_tokens.owner_no', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export type ConsumedToken = Pick<
  Selectable<MailedTokenTable>,
  'owner_no' | 'purpose' | 'email' | 'expires_at'
>

/**
 * Uses up a valid token for one of the purposes, and locks its account until the transaction ends. Of several concurrent requests,
 * only one gets it.
 */
export async function consumeMailedToken(
  transaction: Handle,
  tokenHash: string,
  purposes: readonly Purpose[],
  now: number,
): Promise<ConsumedToken | undefined> {
  const found = await transaction
    .selectFrom('mailed_tokens')
    .select('owner_no')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (found === undefined) return undefined
  // Before the token, in the same order as replacing it: otherwise each could wait for the other.
  await lockUser(transaction, found.owner_no)
  return transaction
    .deleteFrom('mailed_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['owner_no', 'purpose', 'email', 'expires_at'])
    .executeTakeFirst()
}

/** The new address of an owner's pending change. */
export async function findPendingEmail(
  db: Handle,
  owner: OwnerNo,
  now: number,
): Promise<string | undefined> {
  const token = await db
    .selectFrom('mailed_tokens')
    .select('email')
    .where('owner_no', '=', owner)
    .where('purpose', '=', 'change_email')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return token?.email ?? undefined
}

/** Whether an account other than `exceptFor` can still reclaim the address. */
export async function isEmailReserved(
  db: Handle,
  emailKey: string,
  now: number,
  exceptFor?: OwnerNo,
): Promise<boolean> {
  const undoLinks = db
    .selectFrom('mailed_tokens')
    .select('token_hash')
    .where('email_key', '=', emailKey)
    .where('purpose', '=', 'undo_email')
    .where('expires_at', '>', now)
    .limit(1)
  const others = exceptFor ? undoLinks.where('owner_no', '!=', exceptFor) : undoLinks
  return (await others.executeTakeFirst()) !== undefined
}

export async function deleteMailedTokens(
  db: Handle,
  owner: AccountNo,
  purposes: readonly Purpose[],
): Promise<void> {
  await db
    .deleteFrom('mailed_tokens')
    .where('owner_no', '=', owner)
    .where('purpose', 'in', purposes)
    .execute()
}

/** Deletes the links that undo changes of address made after the one whose link expires at `expiresAt`. */
export async function deleteLaterUndoLinks(
  db: Handle,
  owner: OwnerNo,
  expiresAt: number,
): Promise<void> {
  await db
    .deleteFrom('mailed_tokens')
    .where('owner_no', '=', owner)
    .where('purpose', '=', 'undo_email')
    .where('expires_at', '>', expiresAt)
    .execute()
}

/** Whether a change of the account's address can still be undone. */
export async function hasUndoLink(db: Handle, owner: AccountNo, now: number): Promise<boolean> {
  const link = await db
    .selectFrom('mailed_tokens')
    .select('token_hash')
    .where('owner_no', '=', owner)
    .where('purpose', '=', 'undo_email')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}
