import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { insertGoogleLogin } from '#server/accounts/google/google-logins.queries.ts'
import { googleLoginLifeMs, returnAddress } from '#server/accounts/google/google-logins.rules.ts'
import type { Services } from '#server/core/services.ts'
import { hashToken } from '#server/accounts/create-token.ts'

/**
 * Starts a login with Google in the browser that stores `browserToken`. Returns the address to redirect it to.
 *
 * @throws ApiError `google_unavailable`, `unavailable`
 */
export async function startGoogleLogin(
  { config, db, findGoogle, now }: Services,
  browserToken: string,
): Promise<string> {
  const google = await findGoogle()
  const state = randomState()
  const nonce = randomNonce()
  const codeVerifier = randomPKCECodeVerifier()
  await insertGoogleLogin(db.main, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browserToken),
    code_verifier: codeVerifier,
    nonce,
    expires_at: now() + googleLoginLifeMs,
  })
  return buildAuthorizationUrl(google, {
    redirect_uri: returnAddress(config.baseUrl),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href
}
