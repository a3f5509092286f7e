import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { FileAnswer } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { actFor, readFor } from '#server/db/acting-owner.ts'
import { HttpChannel } from '#server/http/channel.ts'
import { AccountLoad, type RequestKind } from '#server/http/guards/account-load.ts'
import { refuseCrossSite } from '#server/http/guards/cross-site.ts'
import { identify } from '#server/http/identify.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { isLong, writeJson } from '#server/http/write-json.ts'
import { operations } from '#server/operations.ts'
import { spendAttemptFrom } from '#server/throttle/spend-attempt.ts'
import { longCalls } from '#server/throttle/throttles.rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation, once it has begun. */
    work: Promise<unknown> | undefined
  }
}

/** An operation of an unknown call, so that the types of its actor and input are unknown, too. */
type SomeOperation = (
  services: Services,
  actor: never,
  input: never,
  channel: Channel,
) => Promise<unknown>

/** Serves every call of the contract: routes, checks and security follow from its definition. */
export function serveCalls(
  api: FastifyInstance,
  services: Services,
  logSecurity: LogSecurity,
): void {
  const load = new AccountLoad()
  api.decorateRequest('work')

  for (const name of Object.keys(calls) as (keyof typeof calls)[]) {
    const call: Call = calls[name]
    api.route({
      method: call.method,
      url: `/${call.path}`,
      schema: {
        ...(call.params && { params: call.params }),
        [call.method === 'GET' ? 'querystring' : 'body']: call.input,
        // Selects the serialiser. The types make sure that the answer fits.
        response: { 200: call.answer },
      },
      // Before the body is read, so that a refused caller does not upload a megabyte.
      onRequest: (request, reply) =>
        admit(call, { services, load, kind: kindOf(name) }, request, reply),
      handler: (request, reply) =>
        (request.work = answerFor(call, operations[name], request, reply)),
    })
  }

  function answerFor(
    call: Call,
    operation: SomeOperation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const work = () => answer(call, operation, request, reply)
    return request.actor ? actFor(request.actor.owner, work) : work()
  }

  async function answer(
    call: Call,
    operation: SomeOperation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const attempt = call.throttle && (await spendAttemptFrom(services, call.throttle, request.ip))
    const channel = new HttpChannel(services.config, logSecurity, { request, reply, attempt })
    const input = call.method === 'GET' ? request.query : request.body
    const answered = await operation(
      services,
      request.actor as never,
      (call.params ? { ...(input as object), ...(request.params as object) } : input) as never,
      channel,
    )
    if (call.answerAs === 'file') return sendFile(answered as FileAnswer, services, request, reply)
    if (call.answerAs === 'stream') {
      return sendLines(answered as AsyncIterable<unknown>, services, request, reply)
    }
    if (!isLong(answered)) return answered
    reply.type('application/json; charset=utf-8')
    return writeJson(answered)
  }
}

/** @throws ApiError `cross_site`, `not_logged_in`, `too_many_requests` */
async function admit(
  call: Call,
  { services, load, kind }: { services: Services; load: AccountLoad; kind: RequestKind },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (call.access !== 'public' || call.identifies) await identify(request, reply, services)
  if (call.effect === 'write') refuseCrossSite(request, services.config)
  if (call.access !== 'public' && !request.actor?.scopes.has(call.access)) {
    throw new ApiError('not_logged_in')
  }
  if (request.actor === undefined || !services.config.rateLimits) return
  await load.begin(request.actor.owner, { kind, response: reply.raw, work: () => request.work })
}

function kindOf(name: keyof typeof calls): RequestKind {
  const call: Call = calls[name]
  if (call.answerAs !== undefined) return 'stream'
  return longCalls.has(name) ? 'long' : 'short'
}

function sendFile(
  { name, type, pieces }: FileAnswer,
  { log }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const file = Readable.from(readAsActor(request, pieces))
  file.on('error', (err) => log.error({ err, requestId: request.id }, 'A download failed'))
  reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
  return reply.send(file)
}

function sendLines(
  lines: AsyncIterable<unknown>,
  { log }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const stream = Readable.from(readAsActor(request, toText(lines)))
  stream.on('error', (err) => log.error({ err, requestId: request.id }, 'A stream failed'))
  // Proxies would collect the lines.
  reply.headers({ 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' })
  return reply.send(stream)
}

async function* toText(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

function readAsActor<Item>(
  { actor }: FastifyRequest,
  items: AsyncIterable<Item>,
): AsyncIterable<Item> {
  return actor ? readFor(actor.owner, items) : items
}
