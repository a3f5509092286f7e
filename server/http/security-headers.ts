import { hash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const hstsSeconds = 31_536_000

/**
 * Tells browsers to trust nothing on a page but what this server itself sends, and of the scripts in the
 * pages just those of the build, by their hashes.
 */
export async function protectPages(
  site: FastifyInstance,
  config: Config,
  scripts: readonly string[],
): Promise<void> {
  const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  await site.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...hashes],
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
    strictTransportSecurity: isHttps(config) ? { maxAge: hstsSeconds } : false,
  })
}

/**
 * The headers of an API answer: it is kept by nobody, and not shown, embedded or guessed at as
 * anything but JSON. Few, because Helmet works out its dozen anew on every request, which takes
 * longer than finding a prompt.
 */
export function protectAnswers(api: FastifyInstance, config: Config): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps(config) && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
  }
  api.addHook('onRequest', (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  })
}

function isHttps(config: Config): boolean {
  return config.baseUrl.startsWith('https:')
}
