import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/**
 * The proof that a caller may act for an account.
 *
 * - `session`: its token.
 * - `token`: the secret of one of its tokens.
 * - `app`: an access token of an app that it is connected to.
 * - `password`: the account's, for its e-mail address.
 * - `google`: Google's word for a linked account, or for a mailbox that Google itself runs.
 * - `passkey`: one of the account's has signed our challenge.
 * - `pending log-in`: its token, which the browser got for the password or Google's word.
 * - `mailed link`: its token, which went to the account's mailbox.
 * - `registration`: the account is new.
 * - `operator`: their access to the database.
 * - `payment`: a verified event of the payment provider, or the server's own renewal.
 */
type Proof =
  | 'session'
  | 'token'
  | 'app'
  | 'password'
  | 'google'
  | 'passkey'
  | 'pending log-in'
  | 'mailed link'
  | 'registration'
  | 'operator'
  | 'payment'

/** Casts an account's number to an owner's. Call it only right after checking the proof. */
export function mintOwner(account: AccountNo, _by: Proof): OwnerNo {
  return account as OwnerNo
}
