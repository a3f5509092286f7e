import { authorizationCodeGrant, type IDToken } from 'openid-client'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { checkRegistration } from '#server/accounts/check-registration.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import type { FindGoogle } from '#server/accounts/find-google.ts'
import { linkGoogle, takeOverByGoogle } from '#server/accounts/link-google.ts'
import {
  findUserByGoogle,
  findUserToLink,
  insertGoogleLink,
  takeGoogleLogin,
  type GoogleAccount,
} from '#server/accounts/google-logins.queries.ts'
import {
  googleLoginLifeMs,
  isMailboxOfGoogle,
  returnAddress,
} from '#server/accounts/google-logins.rules.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken, makeToken } from '#server/http/session-cookie.ts'

type GoogleReturn = {
  /** The query that Google sent the browser back with, as it came. */
  query: URLSearchParams
  /** What the asking browser kept since it began; undefined for another browser. */
  browserToken: string | undefined
  language: string
}

/** What a return from Google leads to: an account, or a link that waits for the account's password. */
export type GoogleOutcome =
  | { owner: OwnerNo; event?: 'registered' | 'google_linked' | 'google_took_over' }
  | { linkToken: string }

type GooglePerson = GoogleAccount & { email: string; isMailboxOfGoogle: boolean; language: string }

/**
 * Finishes signing in with Google by finding, linking, taking over or making an account.
 *
 * - A Google account that signed in before has its account.
 * - An account with the same address is linked, and its password goes on working, if its owner has been
 *   shown to read the mail. If not, the password may be a stranger's: the account is taken over.
 * - Where Google does not run the mailbox, the address may have changed hands since Google verified it:
 *   the link then waits for the account's password.
 *
 * @throws ApiError `google_failed`, `google_email_unverified`, `google_unavailable`, `unavailable`
 */
export async function finishGoogleLogin(
  context: AppContext,
  findGoogle: FindGoogle,
  googleReturn: GoogleReturn,
): Promise<GoogleOutcome> {
  const claims = await readClaims(context, findGoogle, googleReturn)
  if (typeof claims.email !== 'string' || claims.email_verified !== true) {
    throw new ApiError('google_email_unverified')
  }
  const person: GooglePerson = {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email,
    isMailboxOfGoogle: isMailboxOfGoogle(claims.email, claims.hd),
    language: googleReturn.language,
  }
  try {
    return await findOrMakeAccount(context, person)
  } catch (error) {
    // Two sign-ins of the same person at once: the other one has made the account by now.
    if (isUniqueViolation(error)) return findOrMakeAccount(context, person)
    throw error
  }
}

async function readClaims(
  { config, db, log, now }: AppContext,
  findGoogle: FindGoogle,
  { query, browserToken }: GoogleReturn,
): Promise<IDToken> {
  const google = await findGoogle()
  const state = query.get('state')
  const login = state ? await takeGoogleLogin(db.main, hashToken(state)) : undefined
  const isSameBrowser =
    browserToken !== undefined && login?.browser_hash === hashToken(browserToken)
  if (!login || !state || !isSameBrowser || login.expires_at <= now()) {
    throw new ApiError('google_failed')
  }
  const address = new URL(`${returnAddress(config.baseUrl)}?${query.toString()}`)
  try {
    const tokens = await authorizationCodeGrant(google, address, {
      expectedState: state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.code_verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims) return claims
  } catch (error) {
    // Its message may quote the code or the token: the name says enough.
    const reason = error instanceof Error ? error.name : 'unknown'
    log.warn({ reason }, 'A sign-in with Google failed')
    if (isUnreachable(error)) throw new ApiError('unavailable')
  }
  throw new ApiError('google_failed')
}

async function findOrMakeAccount(
  context: AppContext,
  person: GooglePerson,
): Promise<GoogleOutcome> {
  const { catalogue, config, db, now } = context
  const { issuer, subject, email, language } = person
  const time = now()
  const outcome = await db.main.transaction().execute(async (transaction) => {
    const known = await findUserByGoogle(transaction, person)
    if (known !== undefined) return { owner: known }

    const user = await findUserToLink(transaction, toEmailKey(email))
    if (user === undefined) {
      checkRegistration(config.registration, email)
      const google = { issuer, subject }
      const account = { email, language, passwordHash: null, google, verifiedAt: time }
      const owner = await createAccount(transaction, account, catalogue, time)
      return { owner, event: 'registered' } as const
    }
    const owner = user.owner_no
    // The address belongs to another Google account here.
    if (user.google_subject !== null) throw new ApiError('google_failed')
    if (!person.isMailboxOfGoogle) {
      const linkToken = makeToken()
      await insertGoogleLink(transaction, {
        token_hash: hashToken(linkToken),
        owner_no: owner,
        issuer,
        subject,
        expires_at: time + googleLoginLifeMs,
      })
      return { linkToken }
    }
    if (user.mailbox_owned_at === null) {
      await takeOverByGoogle(transaction, context, owner, person)
      return { owner, event: 'google_took_over' } as const
    }
    await linkGoogle(transaction, context, owner, person)
    return { owner, event: 'google_linked' } as const
  })
  context.wakeMailing()
  return outcome
}

/** Whether Google did not answer at all, or not in time, rather than say no. */
function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      cause instanceof TypeError ||
      cause.name === 'TimeoutError' ||
      cause.name === 'AbortError'
    ) {
      return true
    }
  }
  return false
}
