import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { errorStatus, type ErrorCode } from '#contract/core/errors.ts'
import type { Failure } from '#contract/core/schemas.ts'
import type { Config } from '#server/config/config.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import { answerHeaders } from '#server/http/security-headers.ts'

/** Fastify's own errors. Its other client errors are `invalid_request`. */
const codeOfFastifyError: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
}

/** Statuses that are logged as security events, like a refused address of a model. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429])

/** Answers every error of the app in the contract's form. */
export function answerErrors(app: FastifyInstance, log: Logger, logSecurity: LogSecurity): void {
  app.setErrorHandler((error, request, reply) => {
    const code = codeOf(error)
    // Fastify destroys an answer's stream when its client disconnects, and treats that as a failure if the request had
    // a body.
    const isLeft = request.raw.socket.destroyed && isPrematureClose(error)
    if ((code === 'unknown' || code === 'unavailable') && !isLeft) {
      log.error({ err: error, requestId: request.id }, 'A request failed')
    }
    if (refusals.has(errorStatus[code]) || code === 'address_refused') {
      logSecurity(request, 'refused', { code })
    }
    return sendFailure(
      reply,
      error instanceof ApiError ? error : new ApiError(code, particularsOf(code, error, request)),
    )
  })
}

function particularsOf(code: ErrorCode, error: unknown, request: FastifyRequest) {
  if (code === 'payload_too_large') {
    return { limit: Math.floor(request.routeOptions.bodyLimit / 1024) }
  }
  const isBrokenJson =
    error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  return isBrokenJson ? { message: 'The body is not valid JSON.' } : undefined
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Answers an unknown path. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(reply, new ApiError('not_found'))
}

/** Sends a failure in the contract's form. */
export function sendFailure(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  if (errorStatus[error.errorCode] === 401) {
    const why = error.errorCode === 'token_invalid' ? ', error="invalid_token"' : ''
    reply.header('www-authenticate', `Bearer realm="Promptshelf"${why}`)
  }
  return reply.code(errorStatus[error.errorCode]).send(toFailure(error))
}

/** Answers requests that the router cannot parse, such as a path with invalid escapes. */
export function routerErrorAnswerer(config: Config) {
  const headers = answerHeaders(config)
  return (_error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    void sendFailure(reply.headers(headers), new ApiError('invalid_request'))
  }
}

/** Answers requests that are not HTTP or arrive too slowly, and closes the connection. */
export function brokenRequestAnswerer(config: Config) {
  const body = JSON.stringify(toFailure(new ApiError('invalid_request')))
  const headers = Object.entries({
    ...answerHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map((header) => header.join(': '))
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request'
    if (socket.writable) {
      socket.write([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
    }
    socket.destroy(error)
  }
}

function toFailure(error: ApiError): z.output<typeof Failure> {
  const { errorCode, message, retryAfter, limit, proposal, word, path } = error
  return {
    status: 'error',
    code: errorCode,
    msg: message,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(limit !== undefined && { limit }),
    ...(proposal !== undefined && { proposal }),
    ...(word !== undefined && { word }),
    ...(path !== undefined && { path }),
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ApiError) return error.errorCode
  if (!(error instanceof Error)) return 'unknown'
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? codeOfFastifyError[code] : undefined
  if (known !== undefined) return known
  // Checked before the database's errors: a client that disconnects causes an ECONNRESET, too.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return 'invalid_request'
  }
  return isUnavailable(error) ? 'unavailable' : 'unknown'
}
