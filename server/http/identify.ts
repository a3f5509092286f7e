import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifySession } from '#server/accounts/session/identify-session.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import { readCookie, setCookie } from '#server/http/cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `identify`; undefined for visitors. */
    actor: Actor | undefined
  }
}

/** Identifies the actor of a request by its session cookie, and sets `request.actor`. */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Actor | undefined> {
  const token = readCookie(request, services.config, 'session')
  const found = token === undefined ? undefined : await identifySession(services, token)
  if (token !== undefined && found?.isRenewed) setCookie(reply, services.config, 'session', token)
  return (request.actor = found?.actor)
}
