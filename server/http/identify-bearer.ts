import type { FastifyRequest } from 'fastify'
import { identifyApp } from '#server/accounts/apps/identify-app.ts'
import { tokenPrefix } from '#contract/accounts/tokens.ts'
import { identifyToken } from '#server/accounts/tokens/identify-token.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import { hasBearer } from '#server/http/cookies.ts'
import type { TokenRate } from '#server/http/guards/token-rate.ts'
import { spendAttemptFrom } from '#server/core/throttle/spend-attempt.ts'

/**
 * Identifies the actor of a request by the token in its `Authorization` header, and sets `request.actor`. Returns
 * whether there is one.
 *
 * @param isMcp whether the address is `/mcp`, where apps have access
 * @throws ApiError `token_invalid`, `too_many_attempts` with invalid tokens, `too_many_requests` with a valid one
 */
export async function identifyBearer(
  request: FastifyRequest,
  services: Services,
  rate: TokenRate,
  { isMcp = false }: { isMcp?: boolean } = {},
): Promise<boolean> {
  if (!hasBearer(request)) return false
  const secret = (request.headers.authorization ?? '').slice('bearer'.length).trim()
  const actor = await (secret.startsWith(tokenPrefix)
    ? identifyToken(services, secret, request.headers['user-agent'] ?? '')
    : identifyApp(services, secret, isMcp))
  if (actor === undefined) {
    await spendAttemptFrom(services, 'wrongTokenFromAddress', request.ip)
    throw new ApiError('token_invalid')
  }
  request.actor = actor
  if (services.config.rateLimits) {
    rate.spend(actor.via === 'token' ? actor.tokenId : actor.appId, services.now())
  }
  return true
}
