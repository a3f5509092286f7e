import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { screens } from '#contract/screens.ts'
import { isLanguage } from '#languages/languages.ts'
import type { Services } from '#server/core/services.ts'
import { readCookie } from '#server/http/cookies.ts'
import { encodingOf, readersLanguage } from '#server/http/request-language.ts'
import type { LandingPage } from '#server/http/site/render-documents.ts'

type LandingRequest = { Querystring: { lang?: unknown } }

/** Serves the landing page, in the language of the request. */
export function serveLanding(
  site: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  pages: LandingPage[],
): void {
  site.route<LandingRequest>({
    method: ['GET', 'HEAD'],
    url: screens.landing,
    handler: (request, reply) => {
      const { lang } = request.query
      const isAddressed = isLanguage(lang)
      const language = isAddressed ? lang : readersLanguage(request)
      const isForVisitors = readCookie(request, config, 'session') === undefined
      const page = pages.find(
        (page) =>
          page.language === language &&
          page.isAddressed === isAddressed &&
          page.isForVisitors === isForVisitors,
      )
      if (page === undefined) throw new Error(`The landing page was not rendered in ${language}.`)
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-language', page.language)
        .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
      if (encodingOf(request) !== 'br') return reply.send(brotliDecompressSync(page.brotli))
      return reply.header('content-encoding', 'br').send(page.brotli)
    },
  })
}
