import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginCheck } from '#contract/accounts/login-check.ts'
import { loggedOut } from '#server/accounts/session/session.operations.ts'
import { callOperation } from '#server/calls/call-operation.ts'
import type { Services } from '#server/core/services.ts'
import { HttpChannel } from '#server/http/channel.ts'
import { readCookie } from '#server/http/cookies.ts'
import { identify } from '#server/http/identify.ts'
import type { LogSecurity } from '#server/http/log-security.ts'

/** Returns the login check's answer for a document; undefined if it failed, so that the client has to repeat it. */
export type CheckLogin = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<LoginCheck | undefined>

export function loginChecker(services: Services, logSecurity: LogSecurity): CheckLogin {
  return async (request, reply) => {
    if (readCookie(request, services.config, 'session') === undefined) return loggedOut
    try {
      const actor = await identify(request, reply, services)
      const channel = new HttpChannel(services, logSecurity, request, reply)
      return await callOperation(services, 'checkLogin', actor, {}, channel)
    } catch (err) {
      services.log.error({ err, requestId: request.id }, 'The login check of a document failed')
      return undefined
    }
  }
}
