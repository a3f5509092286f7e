import { isErrorCode, type ErrorCode } from '#contract/errors.ts'

function isOfWholeServer(code: ErrorCode): boolean {
  return code === 'unavailable' || code === 'unknown'
}

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

  /** Whether nobody answered, or only what stands before the server. */
  get isUnreachable(): boolean {
    return (
      [0, 502, 504].includes(this.status) || (this.status === 503 && isOfWholeServer(this.code))
    )
  }
}
