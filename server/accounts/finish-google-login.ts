import { authorizationCodeGrant, type IDToken } from 'openid-client'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import type { FindGoogle } from '#server/accounts/find-google.ts'
import {
  findUserByGoogleSubject,
  findUserToLink,
  linkGoogle,
  takeGoogleLogin,
  takeOverByGoogle,
} from '#server/accounts/google-logins.queries.ts'
import { returnAddress } from '#server/accounts/google-logins.rules.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'

type GoogleReturn = {
  /** The query that Google sent the browser back with, as it came. */
  query: URLSearchParams
  /** What the asking browser kept since it began; undefined for another browser. */
  browserToken: string | undefined
  language: string
}

/**
 * Ends signing in with Google: whose account it is, be it found, linked, taken over or new.
 *
 * - A Google account that signed in before has its account.
 * - An account of the same address that is verified is linked, and its password goes on working.
 * - One that is not verified is taken over: whoever set its password never proved the address.
 *
 * @throws ApiError `google_failed`, `google_email_unverified`, `google_unavailable`, `unavailable`
 */
export async function finishGoogleLogin(
  context: AppContext,
  findGoogle: FindGoogle,
  googleReturn: GoogleReturn,
): Promise<OwnerNo> {
  const claims = await readClaims(context, findGoogle, googleReturn)
  if (typeof claims.email !== 'string' || claims.email_verified !== true) {
    throw new ApiError('google_email_unverified')
  }
  const person = { subject: claims.sub, email: claims.email, language: googleReturn.language }
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
  const address = new URL(`${returnAddress(config.baseUrl)}?${query}`)
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
  { catalogue, db, now }: AppContext,
  { subject, email, language }: { subject: string; email: string; language: string },
): Promise<OwnerNo> {
  return db.main.transaction().execute(async (transaction) => {
    const known = await findUserByGoogleSubject(transaction, subject)
    if (known !== undefined) return known

    const user = await findUserToLink(transaction, toEmailKey(email))
    if (user === undefined) {
      const account = {
        email,
        language,
        passwordHash: null,
        googleSubject: subject,
        verifiedAt: now(),
      }
      return createAccount(transaction, account, catalogue, now())
    }
    // The address belongs to another Google account here.
    if (user.google_subject !== null) throw new ApiError('google_failed')
    if (user.email_verified_at === null) {
      await takeOverByGoogle(transaction, user.owner_no, subject, now())
    } else {
      await linkGoogle(transaction, user.owner_no, subject)
    }
    return user.owner_no
  })
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
