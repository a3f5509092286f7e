import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { renderLanding } from '#server/site/render-landing.ts'

type LandingRequest = { Querystring: { lang?: unknown } }

/** Serves the landing page, in the reader's language, and what search engines ask for. */
export async function serveLanding(
  site: FastifyInstance,
  { config: { baseUrl }, catalogue }: AppContext,
  webRoot: string,
): Promise<void> {
  const pages = await renderLanding(webRoot, baseUrl, catalogue)
  if (pages === undefined) return

  site.route<LandingRequest>({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    handler: (request, reply) => {
      const addressed = toLanguage(request.query.lang)
      const language = addressed ?? readersLanguage(request)
      const isAddressed = addressed !== undefined
      const page = pages.find(
        (page) => page.language === language && page.isAddressed === isAddressed,
      )
      if (page === undefined) throw new Error(`The landing page was not rendered in ${language}.`)
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-language', language)
        .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.html)
      return reply.header('content-encoding', 'br').send(page.brotli)
    },
  })
}

/** As the client chooses: what was chosen on this device, else German for a German browser. */
export function readersLanguage(request: FastifyRequest): 'en' | 'de' {
  const isGerman = /^\s*de\b/i.test(request.headers['accept-language'] ?? '')
  return toLanguage(request.cookies['lang']) ?? (isGerman ? 'de' : 'en')
}

function toLanguage(value: unknown): 'en' | 'de' | undefined {
  return value === 'en' || value === 'de' ? value : undefined
}
