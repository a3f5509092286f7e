import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { callOperation, checkAccess, type CallName } from '#server/calls/call-operation.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { FileAnswer } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { HttpChannel } from '#server/http/channel.ts'
import type { AccountLoad, RequestKind } from '#server/http/guards/account-load.ts'
import { refuseCrossSite } from '#server/http/guards/cross-site.ts'
import type { TokenRate } from '#server/http/guards/token-rate.ts'
import { identify } from '#server/http/identify.ts'
import { identifyBearer } from '#server/http/identify-bearer.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { isLong, writeJson } from '#server/http/write-json.ts'
import { spendAttemptFrom, type Attempt } from '#server/core/throttle/spend-attempt.ts'
import { longCalls } from '#server/core/throttle/throttles.rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation, once it has started. */
    work: Promise<unknown> | undefined
    /** The attempt that the call's throttle has counted. */
    attempt: Attempt | undefined
  }
}

/** The concurrency limits of one account, and of one token. */
export type AccountLimits = { load: AccountLoad; rate: TokenRate }

/**
 * Serves every call of the contract: its route and its guards follow from its definition.
 *
 * @param limits shared with all other routes for the same accounts
 */
export function serveCalls(
  api: FastifyInstance,
  services: Services,
  { load, rate }: AccountLimits,
  logSecurity: LogSecurity,
): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name]
    api.route({
      method: call.method,
      url: `/${call.path}`,
      bodyLimit: call.bodyBytes,
      // Before the body is read, so that a rejected caller does not upload a megabyte.
      onRequest: (request, reply) =>
        admit(call, { services, load, rate, kind: kindOf(name) }, request, reply),
      handler: (request, reply) => (request.work = answer(name, call, request, reply)),
    })
  }

  async function answer(
    name: CallName,
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const channel = new HttpChannel(services, logSecurity, request, reply)
    // A missing body counts as an empty object.
    const sent = (call.method === 'GET' ? request.query : request.body) ?? {}
    const input = call.params ? { ...sent, ...(request.params as object) } : sent
    const answered = await callOperation(services, name, request.actor, input, channel)
    if (call.answerAs === 'file') return sendFile(answered as FileAnswer, services, request, reply)
    if (call.answerAs === 'stream') {
      return sendLines(answered as AsyncIterable<unknown>, services, request, reply)
    }
    if (!isLong(answered)) return answered
    reply.type('application/json; charset=utf-8')
    return writeJson(answered)
  }
}

type Guards = AccountLimits & { services: Services }

/** @throws ApiError `cross_site`, `not_logged_in`, `token_invalid`, `insufficient_scope`, `outside_folder`, `too_many_attempts`, `too_many_requests` */
async function admit(
  call: Call,
  { services, load, rate, kind }: Guards & { kind: RequestKind },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isByToken = call.access !== 'public' && (await identifyBearer(request, services, rate))
  if (!isByToken && (call.access !== 'public' || call.identifies)) {
    await identify(request, reply, services)
  }
  if (call.effect === 'write' && !isByToken) refuseCrossSite(request, services.config)
  checkAccess(call, request.actor)
  if (call.throttle) request.attempt = await spendAttemptFrom(services, call.throttle, request.ip)
  if (request.actor === undefined || !services.config.rateLimits) return
  await load.begin(request.actor.owner, { kind, response: reply.raw, work: () => request.work })
}

function kindOf(name: CallName): RequestKind {
  const call: Call = calls[name]
  if (name === 'watchLibrary') return 'watch'
  if (call.answerAs !== undefined) return 'stream'
  return longCalls.has(name) ? 'long' : 'short'
}

function sendFile(
  { name, type, pieces }: FileAnswer,
  { log }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const file = Readable.from(pieces)
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
  const stream = Readable.from(toText(lines))
  stream.on('error', (err) => log.error({ err, requestId: request.id }, 'A stream failed'))
  // Without this header, proxies would buffer the lines.
  reply.headers({ 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' })
  return reply.send(stream)
}

async function* toText(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  try {
    for await (const line of lines) yield line === undefined ? '' : `${JSON.stringify(line)}\n`
  } catch (error) {
    // If the session or the token has ended, so does the stream: a browser would report one that breaks off.
    if (!(error instanceof ApiError)) throw error
  }
}
