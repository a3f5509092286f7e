import { existsSync, readFileSync } from 'node:fs'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screenPaths, screens } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'
import { answerNotFound } from '#server/http/errors.ts'
import { addAnswers, type Answers } from '#server/http/site/add-answers.ts'
import { callAnswerer } from '#server/http/site/answer-calls.ts'
import { serveCrawlers } from '#server/http/site/crawlers.routes.ts'
import { serveLanding } from '#server/http/site/landing.routes.ts'
import { readBuild } from '#server/http/site/list-built-files.ts'
import { serveScreens } from '#server/http/site/screens.routes.ts'
import { serveSignedIn } from '#server/http/site/signed-in.routes.ts'
import { markLacks } from '#server/http/site/server-lacks.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import type { AccountLimits } from '#server/http/api/serve-calls.ts'
import type { renderDocuments } from '#server/http/site/render-documents.ts'
import { serveSecurityTxt } from '#server/http/site/security-txt.routes.ts'
import { serveWellKnown } from '#server/http/site/well-known.routes.ts'
import { serveSharedPrompts } from '#server/http/site/shared-prompt.routes.ts'

const yearInSeconds = 31_536_000

/**
 * Serves the built client from `webRoot`: its files, the rendered screens, and its single page for every other one.
 * Serves only the API if the client is not built, as in development.
 */
export async function serveSite(
  site: FastifyInstance,
  context: Services,
  webRoot: string | undefined,
  rendering: ReturnType<typeof renderDocuments>,
  limits: AccountLimits,
  logSecurity: LogSecurity,
): Promise<void> {
  if (webRoot === undefined || !existsSync(`${webRoot}/index.html`)) {
    site.setNotFoundHandler(answerNotFound)
    return
  }
  const page = markLacks(readFileSync(`${webRoot}/index.html`, 'utf8'), context.config)
  const sendShell = (reply: FastifyReply, answers: Answers = {}) =>
    sendPage(reply, addAnswers(page, answers))
  site.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions
    if (popupScreens.includes(url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
    done()
  })

  await site.register(staticFiles, {
    root: webRoot,
    // A route per existing file; the handler below serves everything else.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [
      '*.html',
      '.vite/**',
      '**/*.br',
      '**/*.gz',
      ...(context.config.hasServiceWorker ? [] : ['sw.js']),
    ],
    setHeaders: (reply, path) => {
      // The names of assets contain a content hash.
      const isHashed = path.startsWith(`${webRoot}/assets/`)
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache',
      )
      if (path.endsWith('.mjs')) reply.header('content-type', 'text/javascript; charset=utf-8')
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })

  // Browsers that have it remove it, with its caches.
  if (!context.config.hasServiceWorker) {
    site.get('/sw.js', (_request, reply) =>
      reply.code(410).header('cache-control', 'no-store').send(),
    )
  }

  serveCrawlers(site, context)
  serveSecurityTxt(site, context)
  serveWellKnown(site, context)
  const answerCalls = callAnswerer(context, limits, logSecurity)
  const rendered = await rendering
  const build = readBuild(webRoot)
  let sendNotFound = (_request: FastifyRequest, reply: FastifyReply): unknown =>
    sendPage(reply.code(404), page)
  if (rendered !== undefined) {
    serveLanding(site, context, rendered.landing)
    serveSharedPrompts(site, context, webRoot)
    sendNotFound = serveScreens(site, context, rendered.screens, answerCalls, sendShell)
  }

  serveSignedIn(site, page, rendered?.screens ?? [], build, answerCalls, sendPage)

  for (const url of screenPaths) {
    if (site.hasRoute({ method: 'GET', url })) continue
    site.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => sendPage(reply, page),
    })
  }

  site.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) return answerNotFound(request, reply)
    return sendNotFound(request, reply)
  })
}

/**
 * For the popup in which a site connects itself. With another policy, the popup would count as closed for that site,
 * and could not answer it.
 */
const popupScreens: readonly string[] = [
  screens.connect,
  screens.connectDevice,
  screens.login,
  screens.register,
  screens.googleReturn,
  screens.logout,
]

function asksForPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(?:api|assets|\.well-known)(?:\/|\?|$)/.test(request.url)) return false
  const { accept = '*/*' } = request.headers
  if (accept.includes('text/html')) return true
  // With `*/*`, a path with an extension may be a file that no longer exists.
  const [path = ''] = request.url.split('?', 1)
  return accept.includes('*/*') && path.lastIndexOf('.') < path.lastIndexOf('/')
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.type('text/html; charset=utf-8').send(page)
}
