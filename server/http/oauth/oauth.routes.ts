import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oauthPaths } from '#contract/accounts/oauth.ts'
import { bindRequest } from '#server/accounts/apps/oauth-objects.queries.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import type { Services } from '#server/core/services.ts'
import { readCookie, setCookie } from '#server/http/cookies.ts'
import { refuseCrossSite } from '#server/http/guards/cross-site.ts'
import { refuseForeignHost } from '#server/http/guards/foreign-host.ts'
import { toClientMetadata } from '#server/http/oauth/client-metadata.rules.ts'
import { offersDescriptions } from '#server/http/oauth/description-reach.ts'
import { describeServer } from '#server/http/oauth/describe-server.ts'
import { answerByProvider } from '#server/http/oauth/answer-by-provider.ts'
import type { ProviderAnswer } from '#server/http/oauth/ask-provider.ts'
import { spendAttemptFrom } from '#server/core/throttle/spend-attempt.ts'
import type { addressThrottles } from '#server/core/throttle/throttles.rules.ts'

const formType = 'application/x-www-form-urlencoded'
/** The longest body of a request to the authorization server: an app may sign with long keys. */
const bodyLimit = 16 * 1024
/** The longest description of an app that registers. */
const descriptionLimit = 8 * 1024

/** Headers that the provider reads. Cookies are not included. */
const readHeaders = ['accept', 'content-type'] as const

/**
 * Serves OAuth 2.1 for apps that connect to `/mcp`: the authorization server below `/oauth/`, and the documents that describe
 * it and `/mcp`. Its library is loaded with the first request.
 */
export function serveOAuth(app: FastifyInstance, services: Services): void {
  const { config } = services
  app.addContentTypeParser<Buffer>(
    formType,
    { parseAs: 'buffer', bodyLimit },
    (_request, body, done) => {
      done(null, body)
    },
  )
  app.addHook('onRequest', (request, _reply, done) => {
    refuseForeignHost(request, config)
    done()
  })
  const throttle = (name: keyof typeof addressThrottles) => async (request: FastifyRequest) => {
    if (request.method === 'POST') refuseCrossSite(request, config)
    await spendAttemptFrom(services, name, request.ip)
  }

  for (const url of Object.keys(describeServer(config.baseUrl, { offersDescriptions: false }))) {
    app.get(url, async (_request, reply) => {
      const offers = { offersDescriptions: await offersDescriptions(services) }
      return reply
        .header('cache-control', 'no-cache')
        .send(describeServer(config.baseUrl, offers)[url])
    })
  }

  app.get(
    oauthPaths.authorize,
    { onRequest: throttle('beginConnectingFromAddress') },
    async (request, reply) => {
      const answer = await ask(request)
      const uid = toUid(answer)
      if (uid === undefined) {
        return refuse(reply, answer, {
          clientId: new URL(request.url, config.baseUrl).searchParams.get('client_id') ?? '',
          registers: !(await offersDescriptions(services)),
        })
      }
      await bindToBrowser(request, reply, uid)
      return send(reply, answer)
    },
  )
  for (const [url, name] of [
    [oauthPaths.token, 'askForTokenFromAddress'],
    [oauthPaths.revoke, 'askForTokenFromAddress'],
    [oauthPaths.device, 'beginConnectingFromAddress'],
  ] as const) {
    app.post(url, { onRequest: throttle(name), bodyLimit }, async (request, reply) =>
      send(reply, await ask(request, formBody(request))),
    )
  }
  app.post(
    oauthPaths.register,
    { onRequest: throttle('registerAppFromAddress'), bodyLimit: descriptionLimit },
    async (request, reply) => {
      const metadata = toClientMetadata(request.body, { isRegistered: true })
      if (metadata === undefined) {
        return reply.code(400).send({
          error: 'invalid_redirect_uri',
          error_description: 'redirect_uris may be https, on this computer, or in an app',
        })
      }
      return send(reply, await ask(request, Buffer.from(JSON.stringify(metadata))))
    },
  )

  async function ask(
    request: FastifyRequest,
    body: Buffer = Buffer.alloc(0),
  ): Promise<ProviderAnswer> {
    const headers = readHeaders.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return answerByProvider(services, {
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: toUrl(request),
      headers: {
        host: new URL(config.baseUrl).host,
        ...Object.fromEntries(headers),
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      },
      body,
    })
  }

  /** So that a request from one browser cannot be allowed in another. */
  async function bindToBrowser(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<void> {
    const browser = readCookie(request, config, 'connect') || createToken()
    await bindRequest(
      services.db.main,
      { kind: 'Interaction', idHash: hashToken(uid) },
      hashToken(browser),
    )
    setCookie(reply, config, 'connect', browser)
  }
}

function formBody({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** The id of the request that the provider has stored, if it redirects the browser to our screen. */
function toUid({ headers: { location } }: ProviderAnswer): string | undefined {
  return typeof location === 'string' ? /^\/connect\/([\w-]{43})$/.exec(location)?.[1] : undefined
}

/** In the provider's words. */
const failedFetch = 'client_id metadata document fetch failed'
const offlineHint =
  'If this server has no internet access, its operator can set CLIENT_METADATA_DOCUMENTS=off, so that apps register at once.'

/**
 * Shows in the browser why an app cannot be connected. Does not redirect to the app, since anyone can register one: our
 * address would then redirect to any other.
 */
function refuse(
  reply: FastifyReply,
  { status, headers, body }: ProviderAnswer,
  { clientId, registers }: { clientId: string; registers: boolean },
): FastifyReply {
  const { location } = headers
  const isRedirect = typeof location === 'string'
  const why = isRedirect ? readError(new URL(location)) : body
  const isFetch = why === failedFetch && URL.canParse(clientId)
  const lines = [
    isFetch
      ? `This app cannot be connected: this server cannot fetch the description of the app from ${new URL(clientId).host}.`
      : `This app cannot be connected: ${why}.`,
    isFetch && registers
      ? 'Remove this server in the app, and add it again. The app then registers with this server instead.'
      : 'Try again from the app. If that does not help, remove this server there, and add it again.',
    ...(isFetch ? [offlineHint] : []),
  ]
  return reply
    .code(isRedirect ? 400 : status)
    .type('text/plain; charset=utf-8')
    .send(`${lines.join('\n')}\n`)
}

/** An error in the answer to an app, which is in the fragment if the app requests that. */
function readError({ search, hash }: URL): string | null {
  const answer = new URLSearchParams(search || hash.slice(1))
  return answer.get('error_description') ?? answer.get('error')
}

/**
 * The parameters of a request to connect that have an effect. Each request is shown to the user, regardless of
 * `prompt`.
 */
const parameters: ReadonlySet<string> = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

/** The path, and for a GET the query, without parameters that OAuth requires us to ignore. */
function toUrl({ method, url }: FastifyRequest): string {
  const [path = '', query = ''] = url.split('?', 2)
  if (method !== 'GET') return path
  const counted = [...new URLSearchParams(query)].filter(
    ([name, value]) => parameters.has(name) || (name === 'prompt' && value === 'none'),
  )
  return `${path}?${new URLSearchParams(counted).toString()}`
}

/** Sends the provider's answer, without its cookies. */
function send(reply: FastifyReply, { status, headers, body }: ProviderAnswer): FastifyReply {
  for (const name of ['content-type', 'location', 'www-authenticate']) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.code(status).send(body)
}
