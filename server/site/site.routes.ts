import { existsSync, readFileSync } from 'node:fs'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screenPaths } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'
import { answerNotFound } from '#server/http/errors.ts'
import { readCookie } from '#server/http/cookies.ts'
import { renderPage } from '#server/pages/render-page.ts'
import { serveCrawlers } from '#server/site/crawlers.routes.ts'
import { serveLanding } from '#server/site/landing.routes.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import type { renderPages } from '#server/site/render-pages.ts'
import { sendRendered } from '#server/site/send-rendered.ts'
import { serveSharedPrompts } from '#server/site/shared-prompt.routes.ts'

const yearInSeconds = 31_536_000

/**
 * Serves the built client from `webRoot`: its files, and its one page for every screen, and for whatever else a
 * browser asks a page for, which says that there is none. Where nothing has been built, in development, there
 * is nothing but the API.
 */
export async function serveSite(
  site: FastifyInstance,
  context: Services,
  webRoot: string | undefined,
  rendering: ReturnType<typeof renderPages>,
): Promise<void> {
  if (webRoot === undefined || !existsSync(`${webRoot}/index.html`)) {
    site.setNotFoundHandler(answerNotFound)
    return
  }
  const page = readFileSync(`${webRoot}/index.html`, 'utf8')

  await site.register(staticFiles, {
    root: webRoot,
    // Only the files that are there become routes; all else is for the handler below.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      // The build puts a hash of its content into the name of every asset.
      const isHashed = path.startsWith(`${webRoot}/assets/`)
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache',
      )
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })

  serveCrawlers(site, context)
  const rendered = await rendering
  if (rendered !== undefined) {
    serveLanding(site, rendered.landing)
    await serveSharedPrompts(site, context, webRoot, rendered.sharedPrompt)

    // With a session, there is a library: the page has its frame, and the client asks for its lists at once.
    site.route({
      method: ['GET', 'HEAD'],
      url: '/prompts',
      handler: (request, reply) => {
        const language = readersLanguage(request)
        const library = rendered.library.find((page) => page.language === language)
        if (library !== undefined && readCookie(request, context.config, 'session') !== undefined) {
          return sendRendered(request, reply, library)
        }
        return sendPage(reply.header('vary', 'Accept-Language, Cookie'), page)
      },
    })
  }

  site.route<{ Params: { type: string } }>({
    method: ['GET', 'HEAD'],
    url: '/page/:type',
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
      handler: (_request, reply) => sendPage(reply, page),
    })
  }

  site.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) return answerNotFound(request, reply)
    return sendPage(reply.code(404), page)
  })
}

function asksForPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(?:api|assets|\.well-known)(?:\/|\?|$)/.test(request.url)) return false
  const { accept = '*/*' } = request.headers
  if (accept.includes('text/html')) return true
  // Whoever takes anything may as well have asked for a file that is gone.
  const [path = ''] = request.url.split('?', 1)
  return accept.includes('*/*') && path.lastIndexOf('.') < path.lastIndexOf('/')
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
