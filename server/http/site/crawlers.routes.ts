import type { FastifyInstance } from 'fastify'
import { screenAddress, screens } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'
import { localize } from '#languages/languages.ts'
import { escapeHtml } from '#server/core/texts/escape-html.ts'

/** Serves `/robots.txt` and `/sitemap.xml`. */
export function serveCrawlers(
  site: FastifyInstance,
  { config: { baseUrl }, pages }: Services,
): void {
  // Shared prompts are not disallowed here: a crawler must fetch one to see its `noindex`.
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${baseUrl}/sitemap.xml\n`
  site.route({
    method: ['GET', 'HEAD'],
    url: '/robots.txt',
    handler: (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots),
  })

  const sitemap = toSitemap(baseUrl, [...pages.keys()])
  site.route({
    method: ['GET', 'HEAD'],
    url: '/sitemap.xml',
    handler: (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap),
  })
}

function toSitemap(baseUrl: string, pageTypes: string[]): string {
  const home = `${baseUrl}/`
  const versions = { ...localize((language) => `${home}?lang=${language}`), 'x-default': home }
  const alternates = Object.entries(versions).map(
    ([language, address]) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}"/>`,
  )
  const entries = [
    ...Object.values(versions).map((address) => [address, ...alternates]),
    ...pageTypes.map((type) => [baseUrl + screenAddress(screens.page, { type })]),
  ].map(([address = '', ...more]) => `<url><loc>${escapeHtml(address)}</loc>${more.join('')}</url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}
