import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { limits } from '#contract/core/limits.ts'
import type { Services } from '#server/core/services.ts'
import { compressAnswers } from '#server/http/compress-answers.ts'
import {
  answerErrors,
  answerNotFound,
  brokenRequestAnswerer,
  routerErrorAnswerer,
} from '#server/http/errors.ts'
import { AccountLoad } from '#server/http/guards/account-load.ts'
import { acceptOnlyJson } from '#server/http/guards/json-body.ts'
import { securityLogger } from '#server/http/log-security.ts'
import { serveOpenApi } from '#server/http/api/open-api.ts'
import { logRequests, type AnsweredRequest } from '#server/http/request-log.ts'
import { answerHeaders, pageHeaders, sendHeaders } from '#server/http/security-headers.ts'
import { serveCalls } from '#server/http/api/serve-calls.ts'
import { cutOffSlowReaders } from '#server/http/guards/slow-readers.ts'
import { TokenRate } from '#server/http/guards/token-rate.ts'
import { refusePlainHttp } from '#server/http/guards/plain-http.ts'
import { refuseUnclearHosts } from '#server/http/guards/unclear-hosts.ts'
import { serveMcp } from '#server/http/mcp/mcp.routes.ts'
import { serveOAuth } from '#server/http/oauth/oauth.routes.ts'
import { sandboxRoutes } from '#server/http/payment/sandbox.routes.ts'
import { stripeRoutes } from '#server/http/payment/stripe.routes.ts'
import { listInlineScripts } from '#server/http/site/list-inline-scripts.ts'
import { renderDocuments } from '#server/http/site/render-documents.ts'
import { serveSite } from '#server/http/site/site.routes.ts'

/** How long a client may take to send its headers and its whole request, and how often Node checks. */
const headersTimeout = 8_000
const requestTimeout = 12_000
const connectionsCheckingInterval = 2_000

/**
 * Builds the HTTP server, ready to listen or for `inject`.
 *
 * @param webRoot the directory of the built client; if it is missing, the server has only its API
 * @param count is called with each answered request
 */
export async function buildApp(
  services: Services,
  webRoot?: string,
  count: (request: AnsweredRequest) => void = () => {},
): Promise<FastifyInstance> {
  const { config, log, provider } = services
  // Started first, because it takes as long as everything else, in parallel.
  const rendering = renderDocuments(webRoot, services)

  const app = Fastify({
    bodyLimit: limits.shortRequestBytes,
    clientErrorHandler: brokenRequestAnswerer(config),
    exposeHeadRoutes: false,
    frameworkErrors: routerErrorAnswerer(config),
    genReqId: () => randomUUID(),
    http: {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      // Keeps duplicate headers, so that they can be rejected.
      joinDuplicateHeaders: true,
      // `refuseUnclearHosts` answers these in the contract's form.
      requireHostHeader: false,
    },
    logger: false,
    // Fastify gives up after ten seconds; on a busy machine, rendering the landing page takes longer.
    pluginTimeout: 0,
    requestTimeout,
    // Requests that arrive on an open connection during shutdown are still answered.
    return503OnClosing: false,
    // The maximum length of a URL, since the schemas validate parameters.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    // The contract validates. Loading Fastify's own compilers would take 50 ms and 4 MB.
    schemaController: {
      compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
    },
    // Trusts one proxy only: the client wrote the entries further left in X-Forwarded-For.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
  })
  app.decorateRequest('actor')
  app.decorateRequest('work')
  app.decorateRequest('attempt')
  const logSecurity = securityLogger(config, log)

  // Otherwise, clients that follow runs or watch a library would delay the shutdown.
  app.addHook('preClose', services.runs.close)
  app.addHook('preClose', async () => services.changes.close())
  logRequests(app, log, count)
  cutOffSlowReaders(app)
  refuseUnclearHosts(app, config)
  await app.register(cookie)
  answerErrors(app, log, logSecurity)
  acceptOnlyJson(app)
  const limitsOfAccounts = { load: new AccountLoad(), rate: new TokenRate() }

  await app.register(
    async (api) => {
      sendHeaders(api, answerHeaders(config))
      refusePlainHttp(api, config)
      compressAnswers(api)
      api.setNotFoundHandler(answerNotFound)
      serveCalls(api, services, limitsOfAccounts, logSecurity)
      if (provider?.name === 'stripe') await stripeRoutes(api, services, provider)
      serveOpenApi(api, config)
    },
    { prefix: '/api' },
  )
  await app.register(async (mcp) => {
    sendHeaders(mcp, answerHeaders(config))
    refusePlainHttp(mcp, config)
    compressAnswers(mcp)
    serveMcp(mcp, services, limitsOfAccounts, logSecurity)
  })
  await app.register(async (oauth) => {
    sendHeaders(oauth, answerHeaders(config))
    refusePlainHttp(oauth, config)
    serveOAuth(oauth, services)
  })
  await app.register(async (site) => {
    sendHeaders(site, pageHeaders(config, listInlineScripts(webRoot)))
    if (provider?.name === 'sandbox') sandboxRoutes(site, services)
    await serveSite(site, services, webRoot, rendering, limitsOfAccounts, logSecurity)
  })
  return app
}

function refuseSchema(): never {
  throw new Error('Declare schemas in the contract, not in a route.')
}
