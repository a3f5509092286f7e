import { toEmailKey } from '#server/users/users.rules.ts'
import type { MailedTokenTable } from '#server/db/schema/accounts.table.ts'
import {
  deleteMailedTokens,
  insertMailedToken,
} from '#server/accounts/email/mailed-tokens.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
/** How long a change of address can be undone, in milliseconds. */
export const undoLifeMs = 7 * days
const lifeMs = {
  verify: 1 * days,
  reset: 30 * minutes,
  change_email: 1 * days,
  undo_email: undoLifeMs,
  stop_reset: 1 * days,
} as const

/**
 * Creates the token of a mailed link, within the caller's transaction. Invalidates the account's older links of the
 * same purpose.
 *
 * @param email the address that the account gets when the link is opened, if it is for a change of address
 * @param life how long the link works, in milliseconds
 */
export async function createMailedToken(
  transaction: Handle,
  account: AccountNo,
  purpose: MailedTokenTable['purpose'],
  now: number,
  email?: string,
  life: number = lifeMs[purpose],
): Promise<string> {
  const token = createToken()
  // Each previous address keeps its undo link, even after a second change.
  if (purpose !== 'undo_email') await deleteMailedTokens(transaction, account, [purpose])
  await insertMailedToken(transaction, {
    token_hash: hashToken(token),
    owner_no: account,
    purpose,
    expires_at: now + life,
    ...(email !== undefined && { email, email_key: toEmailKey(email) }),
  })
  return token
}
