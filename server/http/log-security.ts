import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'

/** What decides who gets in and what is kept out. Part of the log's format: docs/security.md lists them. */
export type SecurityEvent =
  | 'registered'
  | 'signed_in'
  | 'sign_in_failed'
  | 'proved'
  | 'proof_failed'
  | 'signed_out'
  | 'sessions_ended'
  | 'password_changed'
  | 'password_reset'
  | 'reset_link_asked_for'
  | 'email_verified'
  | 'email_change_asked_for'
  | 'email_changed'
  | 'email_change_undone'
  | 'google_linked'
  | 'google_took_over'
  | 'google_unlinked'
  | 'data_downloaded'
  | 'account_deleted'
  | 'refused'

/** Logs a security event of a request; `code` is the error that a refusal was answered with. */
export type LogSecurity = (
  request: FastifyRequest,
  event: SecurityEvent,
  about?: { userId?: string | undefined; code?: string },
) => void

/** The source address is personal data: it is logged only where the operator has asked for it. */
export function securityLogger(config: Config, log: Logger): LogSecurity {
  return (request, event, { userId = request.caller?.userId, code } = {}) => {
    const address = config.logAddresses ? request.ip : undefined
    log.info({ event, requestId: request.id, userId, code, address }, 'security')
  }
}
