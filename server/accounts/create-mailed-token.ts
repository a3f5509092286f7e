import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import type { MailedTokenTable } from '#server/accounts/accounts.table.ts'
import { deleteMailedTokens, insertMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { hashToken, makeToken } from '#server/http/session-cookie.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const lifeMs = {
  verify: 1 * days,
  reset: 30 * minutes,
  change_email: 1 * days,
  undo_email: 7 * days,
} as const

/**
 * Makes the token of a link to be mailed, as part of the caller's transaction. It ends the owner's older
 * ones for the same purpose. `email` is the address that the link leads to, where it leads to one.
 */
export async function createMailedToken(
  transaction: Handle,
  owner: OwnerNo,
  purpose: MailedTokenTable['purpose'],
  now: number,
  email?: string,
): Promise<string> {
  const token = makeToken()
  // Every former address keeps its way back: a second change must not cut off the first address.
  if (purpose !== 'undo_email') await deleteMailedTokens(transaction, owner, [purpose])
  await insertMailedToken(transaction, {
    token_hash: hashToken(token),
    owner_no: owner,
    purpose,
    expires_at: now + lifeMs[purpose],
    ...(email !== undefined && { email, email_key: toEmailKey(email) }),
  })
  return token
}
