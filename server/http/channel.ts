import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Channel } from '#server/core/channel.ts'
import { clearCookie, readCookie, setCookie } from '#server/http/cookies.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { languageOf } from '#server/http/request-language.ts'
import type { Attempt } from '#server/throttle/spend-attempt.ts'

/**
 * The channel of an HTTP request: tokens are cookies, the language is from `Accept-Language`. Its members are
 * made when an operation asks for them, which few do: made for each request, they took a fifth of the throughput.
 */
export class HttpChannel implements Channel {
  readonly #config: Config
  readonly #log: LogSecurity
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #attempt: Attempt | undefined

  constructor(config: Config, log: LogSecurity, { request, reply, attempt }: Exchange) {
    this.#config = config
    this.#log = log
    this.#request = request
    this.#reply = reply
    this.#attempt = attempt
  }

  get language() {
    return languageOf(this.#request)
  }

  get userAgent() {
    return this.#request.headers['user-agent'] ?? ''
  }

  get tokens(): Channel['tokens'] {
    return {
      read: (name) => readCookie(this.#request, this.#config, name),
      set: (name, token) => setCookie(this.#reply, this.#config, name, token),
      clear: (name) => clearCookie(this.#reply, this.#config, name),
    }
  }

  get returnAttempt() {
    return async () => this.#attempt?.putBack()
  }

  get logSecurity(): Channel['logSecurity'] {
    return (event, about) => this.#log(this.#request, event, about)
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; attempt: Attempt | undefined }
