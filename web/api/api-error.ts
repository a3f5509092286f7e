import { isErrorCode, type ErrorCode } from '#contract/errors.ts'

/** A call that failed: by what the server said, or because it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** After how many seconds it is worth trying again. */
  readonly retryAfter: number | undefined

  constructor(status: number, failure?: { code: string; retryAfter?: number | undefined }) {
    const code = failure && isErrorCode(failure.code) ? failure.code : 'unknown'
    super(`${status} ${code}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.retryAfter = failure?.retryAfter
  }
}
