import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/**
 * What proves that a caller may act for an account.
 *
 * - `session`: its token.
 * - `password`: the account's, for its e-mail address.
 * - `google`: Google's word for a linked account, or for a mailbox that Google itself runs.
 * - `mailed link`: its token, which went to the account's mailbox.
 * - `registration`: the account is new.
 * - `payment`: a verified event of the payment provider, or the server's own renewal.
 */
type Proof = 'session' | 'password' | 'google' | 'mailed link' | 'registration' | 'payment'

/** Makes an account's number that of an owner. Call it only right after the proof has been checked. */
export function mintOwner(account: AccountNo, _by: Proof): OwnerNo {
  return account as OwnerNo
}
