import { existsSync, readFileSync } from 'node:fs'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screenPaths, screens, type ScreenPath } from '#contract/screens.ts'
import type { Config } from '#server/config/config.ts'
import type { Services } from '#server/core/services.ts'
import { answerNotFound } from '#server/http/errors.ts'
import { readCookie } from '#server/http/cookies.ts'
import { renderPage } from '#server/http/site/render-page.ts'
import { serveCrawlers } from '#server/http/site/crawlers.routes.ts'
import { serveLanding } from '#server/http/site/landing.routes.ts'
import { readPreloads } from '#server/http/site/list-preloads.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import type { renderLanding } from '#server/http/site/render-landing.ts'
import { serveSecurityTxt } from '#server/http/site/security-txt.routes.ts'
import { serveWellKnown } from '#server/http/site/well-known.routes.ts'
import { serveSharedPrompts } from '#server/http/site/shared-prompt.routes.ts'

const yearInSeconds = 31_536_000

/**
 * Serves the built client from `webRoot`: its files, and its single page for every screen and, with 404, for
 * every unknown address. Serves only the API if the client is not built, as in development.
 */
export async function serveSite(
  site: FastifyInstance,
  context: Services,
  webRoot: string | undefined,
  rendering: ReturnType<typeof renderLanding>,
): Promise<void> {
  if (webRoot === undefined || !existsSync(`${webRoot}/index.html`)) {
    site.setNotFoundHandler(answerNotFound)
    return
  }
  const page = sayWhatIsOff(readFileSync(`${webRoot}/index.html`, 'utf8'), context.config)

  await site.register(staticFiles, {
    root: webRoot,
    // A route per existing file; the handler below serves everything else.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['*.html', '.vite/**', '**/*.br', '**/*.gz'],
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

  serveCrawlers(site, context)
  serveSecurityTxt(site, context)
  serveWellKnown(site, context)
  const landing = await rendering
  if (landing !== undefined) {
    serveLanding(site, landing)
    serveSharedPrompts(site, context, webRoot)
  }

  const addPreloads = readPreloads(webRoot)
  site.route<{ Querystring: { folderId?: string } }>({
    method: ['GET', 'HEAD'],
    url: screens.library,
    handler: (request, reply) => {
      reply.header('vary', 'Accept-Language, Cookie')
      // Without a session there is no library to load.
      if (readCookie(request, context.config, 'session') === undefined) return sendPage(reply, page)
      const { folderId } = request.query
      return sendPage(reply, addPreloads(page, readersLanguage(request), folderId))
    },
  })

  site.route<{ Params: { type: string } }>({
    method: ['GET', 'HEAD'],
    url: screens.page,
    handler: (request, reply) => {
      const staticPage = context.pages.get(request.params.type)
      if (staticPage === undefined) return sendPage(reply.code(404), page)
      reply.header('vary', 'Accept-Language, Cookie')
      const language = readersLanguage(request)
      return sendPage(reply, renderPage(page, staticPage[language], language))
    },
  })

  for (const url of screenPaths) {
    if (site.hasRoute({ method: 'GET', url })) continue
    site.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => {
        if (popupScreens.includes(url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
        return sendPage(reply, page)
      },
    })
  }

  site.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) return answerNotFound(request, reply)
    return sendPage(reply.code(404), page)
  })
}

/** Marks in the client's page which features to hide, so that this is known before the first paint. */
function sayWhatIsOff(page: string, { hasPlans, monthlyCredits, googleClientId }: Config): string {
  if (hasPlans) return page
  const credits = monthlyCredits === undefined ? ' data-credits="off"' : ''
  // With plans, the button stays, and shows that there is no Google login.
  const google = googleClientId === undefined ? ' data-google="off"' : ''
  return page.replace('<body>', `<body data-plans="off"${credits}${google}>`)
}

/**
 * For the popup in which a site connects itself. With another policy, the popup would count as closed for that site,
 * and could not answer it.
 */
const popupScreens: readonly ScreenPath[] = [
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
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
