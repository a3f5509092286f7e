import { authorizationCodeGrant, type IDToken } from 'openid-client'
import type { Source } from '#server/users/record-activity.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { checkRegistration } from '#server/accounts/password/check-registration.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hasUndoLink } from '#server/accounts/email/mailed-tokens.queries.ts'
import { countFactors, hasFactor } from '#server/accounts/factors/factors.queries.ts'
import { linkGoogle, takeOverByGoogle } from '#server/accounts/google/link-google.ts'
import {
  findUserByGoogle,
  findUserToLink,
  insertGoogleLink,
  consumeGoogleLogin,
  type GoogleAccount,
} from '#server/accounts/google/google-logins.queries.ts'
import {
  googleLoginLifeMs,
  isMailboxOfGoogle,
  returnAddress,
} from '#server/accounts/google/google-logins.rules.ts'
import type { Services } from '#server/core/services.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { transactWithMail } from '#server/mail/queue-mail.ts'

type GoogleReturn = {
  /** The query with which Google redirected the browser back. */
  query: URLSearchParams
  /** The token of the browser that started the login; undefined in another browser. */
  browserToken: string | undefined
  language: string
  source: Source
}

/**
 * An account to log in to, or a pending link that needs the account's password. `linkHash`: of a pending link that
 * waits for the account's second factor.
 */
export type GoogleOutcome =
  | {
      owner: OwnerNo
      google: GoogleAccount
      event?: 'registered' | 'google_linked' | 'google_took_over'
      linkHash?: string
    }
  | { linkToken: string }

type GooglePerson = GoogleAccount & { email: string; isMailboxOfGoogle: boolean; language: string }

/**
 * Completes a login with Google by finding, linking, taking over or creating an account.
 *
 * - A Google account that has logged in before keeps its account.
 * - An account with the same address is linked and keeps its password, if its owner is known to read the
 *   mail. If not, the password may be a stranger's, so the account is taken over. With a second factor, the link stays pending
 *   until it is given.
 * - Unless Google runs the mailbox, the address may have a new owner since Google verified it. The link
 *   then stays pending until the account's password is entered. So it does while a previous address can undo the
 *   change to this one, because taking the account over would end that link.
 *
 * @throws ApiError `account_blocked`, `google_failed`, `google_email_unverified`, `google_unavailable`, `unavailable`
 */
export async function finishGoogleLogin(
  services: Services,
  googleReturn: GoogleReturn,
): Promise<GoogleOutcome> {
  const claims = await readClaims(services, googleReturn)
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
    return await findOrCreateAccount(services, person, googleReturn.source)
  } catch (error) {
    // A concurrent login of the same person has created the account.
    if (isUniqueViolation(error)) return findOrCreateAccount(services, person, googleReturn.source)
    throw error
  }
}

async function readClaims(
  { config, db, findGoogle, log, now }: Services,
  { query, browserToken }: GoogleReturn,
): Promise<IDToken> {
  const google = await findGoogle()
  const state = query.get('state')
  const login = state ? await consumeGoogleLogin(db.main, hashToken(state)) : undefined
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
    // The message may contain the code or the token, so only the error's name is logged.
    const reason = error instanceof Error ? error.name : 'unknown'
    log.warn({ reason }, 'A login with Google failed')
    if (isUnreachable(error)) throw new ApiError('unavailable')
  }
  throw new ApiError('google_failed')
}

async function findOrCreateAccount(
  services: Services,
  person: GooglePerson,
  source: Source,
): Promise<GoogleOutcome> {
  const { catalogue, config, now } = services
  const { issuer, subject, email, language } = person
  const google = { issuer, subject }
  const time = now()
  return transactWithMail(services, async (transaction) => {
    const known = await findUserByGoogle(transaction, person)
    if (known !== undefined)
      return { owner: await admitOwner(transaction, known, 'google'), google }

    const user = await findUserToLink(transaction, toEmailKey(email))
    if (user === undefined) {
      checkRegistration(config.registration, email)
      const account = { email, language, passwordHash: null, google, verifiedAt: time }
      const owner = await createAccount(transaction, account, catalogue, time)
      return { owner, google, event: 'registered' } as const
    }
    // The account is linked to another Google account.
    if (user.google_subject !== null) throw new ApiError('google_failed')
    const link = {
      owner_no: user.owner_no,
      issuer,
      subject,
      expires_at: time + googleLoginLifeMs,
    }
    const isMailboxOwned = user.mailbox_owned_at !== null
    const canBeUndone = await hasUndoLink(transaction, user.owner_no, time)
    if (!person.isMailboxOfGoogle || (!isMailboxOwned && canBeUndone)) {
      const linkToken = createToken()
      await insertGoogleLink(transaction, { ...link, token_hash: hashToken(linkToken) })
      return { linkToken }
    }
    const owner = await admitOwner(transaction, user.owner_no, 'google')
    if (!isMailboxOwned) {
      await takeOverByGoogle(transaction, services, owner, person, source)
      return { owner, google, event: 'google_took_over' } as const
    }
    if (hasFactor(await countFactors(transaction, owner))) {
      const linkHash = hashToken(createToken())
      await insertGoogleLink(transaction, { ...link, token_hash: linkHash })
      return { owner, google, linkHash }
    }
    await linkGoogle(transaction, services, owner, person, source)
    return { owner, google, event: 'google_linked' } as const
  })
}

/** Whether Google did not answer in time, as opposed to refusing. */
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
