import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { SecurityEvent } from '#server/core/channel.ts'

/** Logs a security event of a request, by default with its actor. `code`: the error code of a refusal. */
export type LogSecurity = (
  request: FastifyRequest,
  event: SecurityEvent,
  about?: { userId?: string | undefined; code?: string },
) => void

/** The client's address is personal data, logged only if LOG_ADDRESSES is on. */
export function securityLogger(config: Config, log: Logger): LogSecurity {
  return (request, event, { userId = request.actor?.userId, code } = {}) => {
    const address = config.logAddresses ? request.ip : undefined
    log.info({ event, requestId: request.id, userId, code, address }, 'security')
  }
}
