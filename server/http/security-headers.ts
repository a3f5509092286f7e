import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** Tells browsers to trust nothing but what this server itself sends. */
export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: config.baseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
}
