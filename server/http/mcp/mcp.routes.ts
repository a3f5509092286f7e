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
import { makeCaller } from '#server/http/mcp/make-caller.ts'
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
      method: ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
      url,
      handler: (_request, reply) =>
        sendError(reply.code(405).header('allow', 'POST'), { code: -32_000 }),
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
    await load.begin(owner, { kind: 'long', response: reply.raw, work: () => request.work })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { actor, body } = request
    if (actor === undefined) throw new ApiError('not_logged_in')
    const message = readMessage(body)
    // A stream without messages: lists do not announce their changes.
    if (message.method === 'subscriptions/listen') {
      return sendError(reply.code(404), { code: -32_601, id: message.id })
    }
    const channel = new HttpChannel(services, logSecurity, request, reply)
    const caller = makeCaller(services, {
      actor,
      channel,
      locale: languages[channel.language].locale,
      onRefused: (code) => logSecurity(request, 'refused', { code }),
    })
    const { answerMessage } = await import('#server/http/mcp/make-server.ts')
    const response = await answerMessage(caller, toWebRequest(request), message)
    const type = response.headers.get('content-type')
    if (type !== null) reply.type(type)
    return reply.code(response.status).send(await response.text())
  }
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
  [-32_601]: 'Method not found',
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
