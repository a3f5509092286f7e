import type { FastifyInstance } from 'fastify'
import { isLanguage } from '#languages/languages.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import type { LandingPage } from '#server/site/render-pages.ts'
import { sendRendered } from '#server/site/send-rendered.ts'

type LandingRequest = { Querystring: { lang?: unknown } }

/** Serves the landing page, in the reader's language. */
export function serveLanding(site: FastifyInstance, pages: LandingPage[]): void {
  site.route<LandingRequest>({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => {
      const { lang } = request.query
      const isAddressed = isLanguage(lang)
      const language = isAddressed ? lang : readersLanguage(request)
      const page = pages.find(
        (page) => page.language === language && page.isAddressed === isAddressed,
      )
      if (page === undefined) throw new Error(`The landing page was not rendered in ${language}.`)
      return sendRendered(request, reply, page)
    },
  })
}
