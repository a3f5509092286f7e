import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import type { Config } from '#server/config.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Caller, FindCaller } from '#server/http/caller.ts'
import type { Serialized } from '#server/http/serialized.ts'
import { refuseCrossSite } from '#server/http/cross-site.ts'

/** What a call is answered from: its checked input, and who makes it as far as the call knows. */
type Asked<C extends Call> = {
  input: z.output<C['input']>
  params: C extends { params: infer Params extends z.ZodMiniType } ? z.output<Params> : object
  request: FastifyRequest
  reply: FastifyReply
} & (C['access'] extends 'logged-in'
  ? { owner: OwnerNo; caller: Caller }
  : { findCaller: () => Promise<Caller | undefined> })

export type Implement = <C extends Call>(
  call: C,
  answer: (asked: Asked<C>) => Promise<AnswerOf<C> | Serialized>,
) => void

/**
 * Gives the function by which features answer calls: route, schemas, access and the refusal of other
 * sites all come from the contract, and only the answer is left to write.
 */
export function implementIn(app: FastifyInstance, config: Config, find: FindCaller): Implement {
  return (call, answer) => {
    const changesSomething = call.method === 'POST' || call.path === 'logout'
    app.route({
      method: call.method,
      url: `/${call.path}`,
      schema: {
        ...(call.params && { params: call.params }),
        [call.method === 'GET' ? 'querystring' : 'body']: call.input,
        // For the serialiser: an answer's shape is the contract's by its type.
        response: { 200: call.answer },
      },
      // Before the body is read: nobody uploads a megabyte only to be refused.
      onRequest: async (request, reply) => {
        if (changesSomething) refuseCrossSite(request, config)
        if (call.access === 'anyone') return
        if ((await find(request, reply)) === undefined) throw new ApiError('not_logged_in')
      },
      handler: (request, reply) =>
        answer({
          input: call.method === 'GET' ? request.query : request.body,
          params: request.params,
          request,
          reply,
          owner: request.caller?.owner,
          caller: request.caller,
          findCaller: () => find(request, reply),
          // The validation and the hook above have made it so; no type can follow them.
        } as Asked<typeof call>),
    })
  }
}
