import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import { clearCookie, readCookie, setCookie } from '#server/http/cookies.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { languageOf } from '#server/http/request-language.ts'
import { toCoarseNetwork } from '#server/core/throttle/throttles.rules.ts'

/**
 * The channel of an HTTP request: tokens are cookies, the language comes from `Accept-Language`. Members are created on
 * access, since few operations use them: creating them for each request cost a fifth of the throughput.
 */
export class HttpChannel implements Channel {
  readonly #services: Services
  readonly #log: LogSecurity
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(services: Services, log: LogSecurity, request: FastifyRequest, reply: FastifyReply) {
    this.#services = services
    this.#log = log
    this.#request = request
    this.#reply = reply
  }

  get language() {
    return languageOf(this.#request)
  }

  get userAgent() {
    return this.#request.headers['user-agent'] ?? ''
  }

  get network() {
    return toCoarseNetwork(this.#request.ip)
  }

  get tokens(): Channel['tokens'] {
    const { config } = this.#services
    return {
      read: (name) => readCookie(this.#request, config, name),
      set: (name, token) => setCookie(this.#reply, config, name, token),
      clear: (name) => clearCookie(this.#reply, config, name),
    }
  }

  get returnAttempt() {
    return async () => this.#request.attempt?.refund()
  }

  get logSecurity(): Channel['logSecurity'] {
    return (event, about) => this.#log(this.#request, event, about)
  }
}
