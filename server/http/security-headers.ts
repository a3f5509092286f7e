import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'

type Headers = Readonly<Record<string, string>>

/** Features that no page of ours uses, so that injected code cannot either. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
]
/** For logging in, on our own pages only. */
const ownFeatures = ['publickey-credentials-create', 'publickey-credentials-get']

/**
 * Makes browsers trust only content from this server, and of inline scripts only those of the build, by their hashes.
 */
export function pageHeaders(config: Config, scripts: readonly string[]): Headers {
  const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return {
    'content-security-policy': toPolicy({
      'default-src': "'none'",
      'script-src': ["'self'", ...hashes].join(' '),
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      ...unusedFeatures.map((feature) => `${feature}=()`),
      ...ownFeatures.map((feature) => `${feature}=(self)`),
    ].join(', '),
    // The paths of some pages are secrets.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // For browsers that do not support `frame-ancestors`.
    'x-frame-options': 'DENY',
    ...onHttps(config),
  }
}

/** Keeps answers of the API from being cached, displayed, embedded or sniffed as another type. */
export function answerHeaders(config: Config): Headers {
  return {
    'cache-control': 'no-store',
    'content-security-policy': toPolicy({
      'default-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    }),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...onHttps(config),
  }
}

/** Sends headers with every answer, errors included. A route may replace them. */
export function sendHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  })
}

function toPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ')
}

function onHttps(config: Config): Headers {
  if (!config.baseUrl.startsWith('https:')) return {}
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}
