import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/**
 * The proof that a caller may act for an account.
 *
 * - `session`: its token.
 * - `token`: the secret of one of its tokens.
 * - `app`: an access token of an app that it is connected to.
 * - `password`: the account's, for its e-mail address.
 * - `google`: Google's confirmation of a linked account, or for a mailbox that Google itself runs.
 * - `passkey`: one of the account's has signed our challenge.
 * - `pending login`: its token, which the browser received for the password or a Google login.
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
  | 'pending login'
  | 'mailed link'
  | 'registration'
  | 'operator'
  | 'payment'

/** Casts an account's number to an owner's. Call it only right after verifying the proof. */
export function mintOwner(account: AccountNo, _by: Proof): OwnerNo {
  return account as OwnerNo
}
