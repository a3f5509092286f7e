import type { FastifyReply, FastifyRequest } from 'fastify'
import { googleLoginLifeMs } from '#server/accounts/google/google-logins.rules.ts'
import { sessionLifeMs } from '#server/accounts/session/sessions.rules.ts'
import { pendingLoginLifeMs } from '#server/accounts/factors/factors.rules.ts'
import type { Config } from '#server/config/config.ts'
import type { BrowserToken } from '#server/core/channel.ts'

const day = 24 * 60 * 60_000

/** On https, it keeps other hosts of the domain from setting a cookie. */
const prefix = '__Host-'

const cookies = {
  session: { name: 'session', lifeMs: sessionLifeMs },
  // The longest lifetime that browsers allow.
  device: { name: 'device', lifeMs: 400 * day },
  googleLogin: { name: 'google-login', lifeMs: googleLoginLifeMs },
  googleLink: { name: 'google-link', lifeMs: googleLoginLifeMs },
  pendingLogin: { name: 'pending-login', lifeMs: pendingLoginLifeMs },
  // As long as a login page may be open.
  signIn: { name: 'sign-in', lifeMs: 1 * day },
  // As long as an app waits for an answer.
  connect: { name: 'connect', lifeMs: 60 * 60_000 },
} as const satisfies Record<BrowserToken, object>

/** Whether a request has a token in its `Authorization` header. In that case, no cookie is read or set. */
export function hasBearer({ headers }: FastifyRequest): boolean {
  return /^bearer(?: |$)/i.test(headers.authorization ?? '')
}

export function readCookie(
  request: FastifyRequest,
  config: Config,
  token: BrowserToken,
): string | undefined {
  return hasBearer(request) ? undefined : request.cookies[cookieName(config, token)]
}

export function setCookie(
  reply: FastifyReply,
  config: Config,
  token: BrowserToken,
  value: string,
): void {
  if (hasBearer(reply.request)) return
  const maxAge = cookies[token].lifeMs / 1000
  reply.setCookie(cookieName(config, token), value, { ...cookieOptions(config), maxAge })
}

export function clearCookie(reply: FastifyReply, config: Config, token: BrowserToken): void {
  if (hasBearer(reply.request)) return
  reply.clearCookie(cookieName(config, token), cookieOptions(config))
}

export function cookieName(config: Config, token: BrowserToken): string {
  const { name } = cookies[token]
  return isHttps(config) ? prefix + name : name
}

function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
}

function isHttps({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:')
}
