import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import { loggedOut } from '#server/accounts/session/session.operations.ts'
import { callOperation } from '#server/calls/call-operation.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { AccountLimits } from '#server/http/api/serve-calls.ts'
import { HttpChannel } from '#server/http/channel.ts'
import { readCookie } from '#server/http/cookies.ts'
import { identify } from '#server/http/identify.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { pathOf, type Answers } from '#server/http/site/add-answers.ts'

/** Calls that a document answers, so that the client does not make them. They need no input. */
export type DocumentCall =
  | 'checkLogin'
  | 'getMyValues'
  | 'getProfile'
  | 'listActivity'
  | 'listApps'
  | 'listFactors'
  | 'listModels'
  | 'listSessions'
  | 'listTokens'

/** The answers in documents for readers without a session cookie. */
export const visitorsAnswers: Answers = { [pathOf(calls.checkLogin)]: loggedOut }

/** `isLoggedIn` is undefined if the login check failed. */
export type DocumentAnswers = { isLoggedIn?: boolean; answers: Answers }

/**
 * Answers the login check for a document, and `others` if it finds a user. Failed calls have no answer, so the client
 * repeats them.
 */
export type AnswerCalls = (
  request: FastifyRequest,
  reply: FastifyReply,
  others?: readonly DocumentCall[],
) => Promise<DocumentAnswers>

/** @param limits shared with the API for the same accounts */
export function callAnswerer(
  services: Services,
  { load }: AccountLimits,
  logSecurity: LogSecurity,
): AnswerCalls {
  const { config, log } = services
  return async (request, reply, others = []) => {
    if (readCookie(request, config, 'session') === undefined) {
      return { isLoggedIn: false, answers: visitorsAnswers }
    }
    const answers: Answers = {}
    try {
      const actor = await identify(request, reply, services)
      if (actor && config.rateLimits) {
        const limited = { kind: 'short', response: reply.raw, work: () => request.work } as const
        await load.begin(actor.owner, limited)
      }
      const channel = new HttpChannel(services, logSecurity, request, reply)
      const answer = async (name: DocumentCall) => {
        answers[pathOf(calls[name])] = await callOperation(services, name, actor, {}, channel)
      }
      await (request.work = Promise.all([
        answer('checkLogin'),
        ...(actor ? others.map(answer) : []),
      ]))
      return { isLoggedIn: actor !== undefined, answers }
    } catch (err) {
      // The client gets the same refusal.
      if (!(err instanceof ApiError)) {
        log.error({ err, requestId: request.id }, 'A call of a document failed')
      }
      return { answers }
    }
  }
}
