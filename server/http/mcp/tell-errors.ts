import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { errorStatus } from '#contract/core/errors.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'

/**
 * Runs a request whose result has no place for errors. The library would expose the message of any error.
 *
 * @throws ProtocolError only
 */
export async function answer<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (ProtocolError.isInstance(error)) throw error
    const { errorCode, message } = toApiError(caller, error)
    const isTheirs = errorStatus[errorCode] < 500
    const code = isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, message)
  }
}

/** An error that may be shown. All others are logged. */
export function toApiError({ services }: Caller, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  services.log.error({ err: error }, 'An answer to an assistant failed')
  return new ApiError('unknown')
}
