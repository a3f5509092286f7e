import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/**
 * What ties signing in with Google to one browser: the sign-in that is under way (`login`), and a Google
 * account that waits for the password of the account it is to be linked to (`link`).
 */
type Step = 'login' | 'link'

export function readGoogleCookie(
  request: FastifyRequest,
  config: Config,
  step: Step,
): string | undefined {
  return request.cookies[cookieName(config, step)]
}

export function setGoogleCookie(
  reply: FastifyReply,
  config: Config,
  step: Step,
  token: string,
  lifeMs: number,
): void {
  const options = { ...cookieOptions(config), maxAge: lifeMs / 1000 }
  reply.setCookie(cookieName(config, step), token, options)
}

export function clearGoogleCookie(reply: FastifyReply, config: Config, step: Step): void {
  reply.clearCookie(cookieName(config, step), cookieOptions(config))
}

function cookieName({ baseUrl }: Config, step: Step): string {
  return baseUrl.startsWith('https:') ? `__Secure-google-${step}` : `google-${step}`
}

function cookieOptions({ baseUrl }: Config) {
  const secure = baseUrl.startsWith('https:')
  return { path: '/api/login', httpOnly: true, sameSite: 'lax', secure } as const
}
