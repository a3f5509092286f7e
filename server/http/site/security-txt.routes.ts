import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/core/services.ts'
import { languageCodes } from '#languages/languages.ts'

const path = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const validMs = 90 * 24 * 60 * 60_000

/** Shows security researchers where to report vulnerabilities, if the operator has set a contact (RFC 9116). */
export function serveSecurityTxt(
  site: FastifyInstance,
  { config: { baseUrl, contactEmail }, now }: Services,
): void {
  if (contactEmail === undefined) return
  site.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: (_request, reply) => {
      const expires = new Date(now() + validMs).toISOString()
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(
          [
            `Contact: mailto:${contactEmail}`,
            `Expires: ${expires}`,
            `Preferred-Languages: ${languageCodes.join(', ')}`,
            `Canonical: ${baseUrl}${path}`,
            '',
          ].join('\n'),
        )
    },
  })
}
