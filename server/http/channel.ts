import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserToken, Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import { clearCookie, readCookie, setCookie } from '#server/http/cookies.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { languageOf } from '#server/http/request-language.ts'
import type { Attempt } from '#server/throttle/spend-attempt.ts'

/** The channel of an HTTP request: tokens are cookies, the language is from `Accept-Language`. */
export function openChannel(
  { config }: Pick<Services, 'config'>,
  logSecurity: LogSecurity,
  { request, reply, attempt }: Exchange,
): Channel {
  return {
    // Most calls do not ask for it.
    get language() {
      return languageOf(request)
    },
    userAgent: request.headers['user-agent'] ?? '',
    tokens: {
      read: (name: BrowserToken) => readCookie(request, config, name),
      set: (name: BrowserToken, token: string) => setCookie(reply, config, name, token),
      clear: (name: BrowserToken) => clearCookie(reply, config, name),
    },
    returnAttempt: async () => attempt?.putBack(),
    logSecurity: (event, about) => logSecurity(request, event, about),
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; attempt: Attempt | undefined }
