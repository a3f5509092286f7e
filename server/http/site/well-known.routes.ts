import type { FastifyInstance } from 'fastify'
import { screens } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'

/**
 * Points browsers and password managers to where passwords and passkeys are changed, and to the other origins that may
 * use the passkeys.
 */
export function serveWellKnown(
  site: FastifyInstance,
  { config: { baseUrl, oldOrigins } }: Services,
): void {
  const profile = baseUrl + screens.profile
  const documents = {
    '/.well-known/passkey-endpoints': { enroll: profile, manage: profile },
    ...(oldOrigins.length > 0 && {
      '/.well-known/webauthn': { origins: [baseUrl, ...oldOrigins] },
    }),
  }
  for (const [url, document] of Object.entries(documents)) {
    site.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => reply.header('cache-control', 'no-cache').send(document),
    })
  }
  site.route({
    method: ['GET', 'HEAD'],
    url: '/.well-known/change-password',
    handler: (_request, reply) => reply.redirect(`${screens.profile}#password`, 302),
  })
}
