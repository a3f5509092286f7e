import type { FastifyInstance } from 'fastify'
import { acceptsBrotli, readersLanguage, toLanguage } from '#server/site/readers.rules.ts'
import type { LandingPage } from '#server/site/render-pages.ts'

type LandingRequest = { Querystring: { lang?: unknown } }

/** Serves the landing page, in the reader's language. */
export function serveLanding(site: FastifyInstance, pages: LandingPage[]): void {
  site.route<LandingRequest>({
    method: ['GET', 'HEAD'],
    url: '/',
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
      if (!acceptsBrotli(request)) return reply.send(page.html)
      return reply.header('content-encoding', 'br').send(page.brotli)
    },
  })
}
