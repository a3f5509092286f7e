import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { limits } from '#contract/limits.ts'
import { accountRoutes } from '#server/accounts/accounts.routes.ts'
import { callerFinder } from '#server/accounts/find-caller.ts'
import { profileRoutes } from '#server/accounts/profile.routes.ts'
import { recoveryRoutes } from '#server/accounts/recovery.routes.ts'
import type { Config } from '#server/config.ts'
import type { AppContext } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { googleRoutes } from '#server/accounts/google.routes.ts'
import { folderRoutes } from '#server/folders/folders.routes.ts'
import { doAfterAnswers } from '#server/http/after-answer.ts'
import { compressAnswers } from '#server/http/compress-answers.ts'
import {
  answerErrors,
  answerNotFound,
  brokenRequestAnswerer,
  routerErrorAnswerer,
} from '#server/http/errors.ts'
import { healthRoutes } from '#server/http/health.routes.ts'
import { implementIn } from '#server/http/implement.ts'
import { acceptOnlyJson } from '#server/http/json-body.ts'
import { serveOpenApi } from '#server/http/open-api.ts'
import { securityLogger } from '#server/http/log-security.ts'
import { logRequests } from '#server/http/request-log.ts'
import { answerHeaders, pageHeaders, sendHeaders } from '#server/http/security-headers.ts'
import { cutOffSlowReaders } from '#server/http/slow-readers.ts'
import { refuseUnclearHosts } from '#server/http/unclear-hosts.ts'
import { validateByContract } from '#server/http/validation.ts'
import { paymentRoutes } from '#server/payment/payment.routes.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'
import { sandboxRoutes } from '#server/payment/sandbox.routes.ts'
import { stripeRoutes } from '#server/payment/stripe.routes.ts'
import type { Pages } from '#server/pages/pages.rules.ts'
import { pageRoutes } from '#server/pages/pages.routes.ts'
import type { Catalogue } from '#server/plans/catalogue.rules.ts'
import { planRoutes } from '#server/plans/plans.routes.ts'
import { promptRoutes } from '#server/prompts/prompts.routes.ts'
import { listInlineScripts } from '#server/site/list-inline-scripts.ts'
import { renderLanding } from '#server/site/render-landing.ts'
import { serveSite } from '#server/site/site.routes.ts'

/** How long a client may take to send its headers, and its whole request; and how often this is checked. */
const headersTimeout = 8_000
const requestTimeout = 12_000
const connectionsCheckingInterval = 2_000

export type AppOptions = {
  config: Config
  /** Migrated. The app does not close it. */
  db: Database
  catalogue: Catalogue
  pages: Pages
  log: Logger
  /** The directory of the built client; undefined, or without one in it: the API alone. */
  webRoot?: string
  /** The time in milliseconds since 1970. */
  now?: () => number
  /** A number from 0 up to 1 by chance. */
  random?: () => number
  /** Told that a mail has been queued. */
  wakeMailing?: () => void
  /** Who takes the money; undefined: nobody. */
  provider?: PaymentProvider | undefined
  /** Told that something is to be ended at the provider. */
  wakePaymentWork?: () => void
}

/** The whole server, ready to listen or to be asked by `inject`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, catalogue, pages, log, webRoot } = options
  const { now = Date.now, random = Math.random } = options
  const { provider, wakeMailing = () => {}, wakePaymentWork = () => {} } = options
  // Begun first: it takes as long as all the rest, on another processor.
  const rendering = renderLanding(webRoot, config.baseUrl, catalogue)

  const app = Fastify({
    bodyLimit: limits.requestBytes,
    clientErrorHandler: brokenRequestAnswerer(config),
    exposeHeadRoutes: false,
    frameworkErrors: routerErrorAnswerer(config),
    genReqId: () => randomUUID(),
    http: {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      // Two headers where there may be one: all of them are seen and refused, rather than the first taken.
      joinDuplicateHeaders: true,
      // Said in our own words by `refuseUnclearHosts`.
      requireHostHeader: false,
    },
    logger: false,
    requestTimeout,
    // What still arrives on an open connection while the server is closing is answered as ever.
    return503OnClosing: false,
    // A parameter is as long as an address may be: what is not valid is for the route to say.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    // One proxy and no more: what stands further left in X-Forwarded-For is the client's own say.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
  })
  app.decorateRequest('caller')
  const afterAnswer = doAfterAnswers(app, log, random)
  const logSecurity = securityLogger(config, log)
  const context: AppContext = {
    config,
    db,
    catalogue,
    pages,
    log,
    logSecurity,
    now,
    wakeMailing,
    provider,
    wakePaymentWork,
    afterAnswer,
  }
  const findCaller = callerFinder(context)

  logRequests(app, log)
  cutOffSlowReaders(app)
  refuseUnclearHosts(app, config)
  await app.register(cookie)
  answerErrors(app, log, logSecurity)
  acceptOnlyJson(app)
  validateByContract(app)

  await app.register(
    async (api) => {
      sendHeaders(api, answerHeaders(config))
      compressAnswers(api)
      api.setNotFoundHandler(answerNotFound)
      const implement = implementIn(api, config, findCaller)
      healthRoutes(implement, context)
      accountRoutes(implement, context)
      recoveryRoutes(implement, context)
      profileRoutes(implement, context)
      googleRoutes(implement, context)
      planRoutes(implement, context)
      paymentRoutes(implement, context)
      if (provider?.name === 'stripe') await stripeRoutes(api, context, provider)
      folderRoutes(implement, context)
      promptRoutes(implement, context)
      pageRoutes(implement, context)
      serveOpenApi(api)
    },
    { prefix: '/api' },
  )
  await app.register(async (site) => {
    sendHeaders(site, pageHeaders(config, listInlineScripts(webRoot)))
    if (provider?.name === 'sandbox') sandboxRoutes(site, context, findCaller)
    await serveSite(site, context, webRoot, rendering)
  })
  return app
}
