import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/core/limits.ts'
import { assistantScopes } from '#contract/core/scopes.ts'
import { languages } from '#languages/languages.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import { HttpChannel } from '#server/http/channel.ts'
import { refuseCrossSite } from '#server/http/guards/cross-site.ts'
import { refuseForeignHost } from '#server/http/guards/foreign-host.ts'
import { acceptOnlyJson } from '#server/http/guards/json-body.ts'
import { identifyBearer } from '#server/http/identify-bearer.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import type { AccountLimits } from '#server/http/api/serve-calls.ts'
import { followPrompts, type PromptsLine } from '#server/http/mcp/follow-prompts.ts'
import { makeCaller, type Caller } from '#server/http/mcp/make-caller.ts'
import { checkText, readMessage, toMessageError } from '#server/http/mcp/messages.rules.ts'

/** `/mcp/token` has no OAuth metadata, for clients that would prefer that to the token in their settings. */
const addresses = ['/mcp', '/mcp/token']

/** Serves the Model Context Protocol to programs with a token, and at `/mcp` to connected apps. Its library is loaded with the first message. */
export function serveMcp(
  app: FastifyInstance,
  services: Services,
  { load, rate }: AccountLimits,
  logSecurity: LogSecurity,
): void {
  acceptOnlyJson(app, checkText)
  app.setErrorHandler((error, _request, reply) => {
    const refusal = toMessageError(error)
    // Other errors are answered as in the API.
    if (refusal === undefined) throw error
    return sendError(reply.code(400), refusal)
  })
  for (const url of addresses) {
    app.route({
      method: 'POST',
      url,
      onRequest: admit,
      bodyLimit: limits.requestBytes,
      handler: (request, reply) => (request.work = answer(request, reply)),
    })
    app.route({
      method: 'GET',
      url,
      onRequest: admit,
      handler: (request, reply) => (request.work = announce(request, reply)),
    })
    app.route({
      method: ['HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
      url,
      handler: (_request, reply) => refuseMethod(reply, 'GET, POST'),
    })
  }

  // The address where a client without a token finds out how to get one (RFC 9728).
  const { baseUrl } = services.config
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`
  const challenge = `resource_metadata="${metadata}", scope="${assistantScopes.join(' ')}"`
  app.addHook('onSend', (request, reply, _payload, done) => {
    const refusal = reply.getHeader('www-authenticate')
    if (refusal !== undefined && isForApps(request)) {
      reply.header('www-authenticate', `${String(refusal)}, ${challenge}`)
    }
    done()
  })

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseForeignHost(request, services.config)
    refuseCrossSite(request, services.config)
    const isMcp = isForApps(request)
    if (!(await identifyBearer(request, services, rate, { isMcp }))) {
      throw new ApiError('not_logged_in')
    }
    if (request.actor === undefined || !services.config.rateLimits) return
    const { owner } = request.actor
    const kind = isForAnnouncements(request) ? 'announcement' : 'long'
    await load.begin(owner, { kind, response: reply.raw, work: () => request.work })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const message = readMessage(request.body)
    const isSubscription = message.method === subscribing
    if (isSubscription !== isForAnnouncements(request)) {
      // The header decides which limit of the account applies.
      const [status, code] = isSubscription ? [404, -32_601] : [400, -32_020]
      return sendError(reply.code(status), { code, id: message.id })
    }
    const caller = callerOf(request, reply)
    const { answerMessage, openSubscription } = await import('#server/http/mcp/make-server.ts')
    if (isSubscription) {
      const { lines } = await followPrompts(caller)
      const response = await openSubscription(caller, toWebRequest(request), message, lines)
      const body: unknown = response.body
      const events = body === null ? null : Readable.fromWeb(body as WebStream)
      return takeHead(reply, response).headers(unbuffered).send(events)
    }
    const response = await answerMessage(caller, toWebRequest(request), message)
    return takeHead(reply, response).send(await response.text())
  }

  /** The stream on which clients of the older revision wait for messages. */
  async function announce(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { accept = '', 'mcp-protocol-version': version } = request.headers
    const revision = typeof version === 'string' ? version : ''
    if (revision >= withoutStreams) return refuseMethod(reply, 'POST')
    if (!accept.includes(eventStream)) {
      return sendError(reply.code(406), { code: -32_000, message: 'Not acceptable' })
    }
    const seen = request.headers['last-event-id']
    const { state, lines } = await followPrompts(
      callerOf(request, reply),
      typeof seen === 'string' ? seen : undefined,
    )
    const first = revision >= withEmptyEvents ? `id: ${state}\ndata: \n\n` : ping
    const events = Readable.from(toEvents(first, lines))
    events.on('error', (err) =>
      services.log.error({ err, requestId: request.id }, 'A stream failed'),
    )
    return reply.headers({ 'content-type': eventStream, ...unbuffered }).send(events)
  }

  function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
    const { actor } = request
    if (actor === undefined) throw new ApiError('not_logged_in')
    const channel = new HttpChannel(services, logSecurity, request, reply)
    return makeCaller(services, {
      actor,
      channel,
      locale: languages[channel.language].locale,
      onRefused: (code) => logSecurity(request, 'refused', { code }),
    })
  }
}

type WebStream = Parameters<typeof Readable.fromWeb>[0]

const subscribing = 'subscriptions/listen'

function isForAnnouncements({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' || headers['mcp-method'] === subscribing
}

const eventStream = 'text/event-stream'
/** Without this header, proxies would buffer the events. */
const unbuffered = { 'x-accel-buffering': 'no' }
/** The first revision in which clients skip events without data, and the first one without streams of the server. */
const withEmptyEvents = '2025-11-25'
const withoutStreams = '2026-07-28'
const ping = ': ping\n\n'
const changed = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' })

/** Each event has the state of the list as its id, with which a client continues after an interruption. */
async function* toEvents(
  first: string,
  lines: AsyncIterable<PromptsLine>,
): AsyncGenerator<string, void, undefined> {
  yield first
  try {
    for await (const line of lines) {
      if (line === undefined) yield ''
      else yield 'ping' in line ? ping : `id: ${line.state}\ndata: ${changed}\n\n`
    }
  } catch (error) {
    // If access has ended, so does the stream.
    if (!(error instanceof ApiError)) throw error
  }
}

function takeHead(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  const type = headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.code(status)
}

function isForApps({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/mcp'
}

/** The form of ids in the protocol; null for any other. */
function idOf(id: unknown): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const errorTexts: Record<number, string> = {
  [-32_000]: 'Method not allowed',
  [-32_020]: 'The header Mcp-Method differs from the message',
  [-32_601]: 'Method not found',
}

function refuseMethod(reply: FastifyReply, allowed: string): FastifyReply {
  return sendError(reply.code(405).header('allow', allowed), { code: -32_000 })
}

function sendError(
  reply: FastifyReply,
  { code, message = errorTexts[code], id }: { code: number; message?: string; id?: unknown },
): FastifyReply {
  return reply.send({ jsonrpc: '2.0', error: { code, message }, id: idOf(id) })
}

/** The headers that the protocol defines. Its library does not need the others, such as the token. */
function toWebRequest({ headers, url }: FastifyRequest): Request {
  const own = Object.entries(headers).filter(
    ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  )
  return new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: own.map(([name, value]) => [name, String(value)] as [string, string]),
  })
}
