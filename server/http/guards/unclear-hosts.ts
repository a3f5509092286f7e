import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'
import { sendFailure } from '#server/http/errors.ts'
import { answerHeaders } from '#server/http/security-headers.ts'

const oneHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Rejects a request without an unambiguous `Host` (RFC 9112, section 3.2): a proxy in front of this server may have
 * understood another one.
 */
export function refuseUnclearHosts(app: FastifyInstance, config: Config): void {
  // Nothing more is read from the connection.
  const headers = { ...answerHeaders(config), connection: 'close' }
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    const { httpVersion } = request.raw
    const isClear =
      host === undefined ? httpVersion === '1.0' : oneHost.test(host) && httpVersion !== '0.9'
    if (isClear) done()
    else void sendFailure(reply.headers(headers), new ApiError('invalid_request'))
  })
}
