import type { FastifyInstance } from 'fastify'
import { readersLanguage, toLanguage } from '#server/site/readers.rules.ts'
import type { LandingPage } from '#server/site/render-pages.ts'
import { sendRendered } from '#server/site/send-rendered.ts'

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
      return sendRendered(request, reply, page)
    },
  })
}
