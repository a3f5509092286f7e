import type { Insertable } from 'kysely'
import type { MailedTokenTable } from '#server/accounts/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

type Purpose = MailedTokenTable['purpose']

export async function insertMailedToken(
  db: Handle,
  token: Insertable<MailedTokenTable>,
): Promise<void> {
  await db.insertInto('mailed_tokens').values(token).execute()
}

/** Whose a token is, if it is valid. */
export async function findMailedToken(
  db: Handle,
  tokenHash: string,
  purpose: Purpose,
  now: number,
): Promise<{ owner_no: OwnerNo; email: string } | undefined> {
  return db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.owner_no', 'mailed_tokens.owner_no')
    .select(['mailed_tokens.owner_no', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses up a token; gives whose it was, if it was valid. Of many at once, only one gets it. */
export async function takeMailedToken(
  db: Handle,
  tokenHash: string,
  purpose: Purpose,
  now: number,
): Promise<OwnerNo | undefined> {
  const token = await db
    .deleteFrom('mailed_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('owner_no')
    .executeTakeFirst()
  return token?.owner_no
}

export async function deleteMailedTokens(
  db: Handle,
  owner: OwnerNo,
  purpose: Purpose,
): Promise<void> {
  await db
    .deleteFrom('mailed_tokens')
    .where('owner_no', '=', owner)
    .where('purpose', '=', purpose)
    .execute()
}
