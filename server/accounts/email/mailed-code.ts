import { toEmailKey } from '#server/users/users.rules.ts'
import type { MailedTokenTable } from '#server/db/schema/accounts.table.ts'
import { insertMailedToken } from '#server/accounts/email/mailed-tokens.queries.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { createTypedCode, readTypedCode } from '#server/accounts/typed-code.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

/** How long a code works, in milliseconds. */
const lifeMs = 10 * 60_000
const length = 8

/**
 * Creates a code that has the effect of a mailed link in one session, within the caller's transaction and after the
 * link's token. 40 bits, stored hashed with the only session in which it works.
 *
 * @param sessionHash the hash of the session's token
 * @param email the address that the account gets, for a change of address
 */
export async function createMailedCode(
  transaction: Handle,
  owner: OwnerNo,
  purpose: MailedTokenTable['purpose'],
  { sessionHash, now, email }: { sessionHash: string; now: number; email?: string },
): Promise<string> {
  const code = createTypedCode(length)
  await insertMailedToken(transaction, {
    token_hash: hashCode(sessionHash, code),
    owner_no: owner,
    purpose,
    expires_at: now + lifeMs,
    ...(email !== undefined && { email, email_key: toEmailKey(email) }),
  })
  return code
}

/** The stored form of a code typed in a session. Tokens of links contain no space. */
export function hashCode(sessionHash: string, typed: string): string {
  const code = readTypedCode(typed, length) ?? ''
  return hashToken(`${sessionHash} ${code}`)
}
