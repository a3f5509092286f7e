import type { MailedTokenTable } from '#server/accounts/accounts.table.ts'
import { deleteMailedTokens, insertMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { hashToken, makeToken } from '#server/http/session-cookie.ts'

const minutes = 60_000
const lifeMs = { verify: 24 * 60 * minutes, reset: 30 * minutes } as const

/** Makes the token of a link to be mailed; it ends the owner's older ones for the same purpose. */
export async function createMailedToken(
  transaction: Handle,
  owner: OwnerNo,
  purpose: MailedTokenTable['purpose'],
  now: number,
): Promise<string> {
  const token = makeToken()
  await deleteMailedTokens(transaction, owner, purpose)
  await insertMailedToken(transaction, {
    token_hash: hashToken(token),
    owner_no: owner,
    purpose,
    expires_at: now + lifeMs[purpose],
  })
  return token
}
