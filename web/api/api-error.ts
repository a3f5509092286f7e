import { isErrorCode, type ErrorCode } from '#contract/core/errors.ts'

type Failure = {
  code: string
  msg: string
  retryAfter?: number | undefined
  limit?: number | undefined
}

function isOfWholeServer(code: ErrorCode): boolean {
  return code === 'unavailable' || code === 'unknown'
}

/** A call that failed, by the server's answer or because it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number
  /** `unknown` if the server gave none, or one that only a newer client knows. */
  readonly code: ErrorCode
  /** The server's English text for a code that this client does not know. */
  readonly msg: string | undefined
  /** Whether the server gave no reason. */
  readonly isSilent: boolean
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined
  /** The number that was exceeded, where it depends on the plan. */
  readonly limit: number | undefined

  constructor(status: number, failure?: Failure) {
    const code = failure && isErrorCode(failure.code) ? failure.code : undefined
    super(`${status} ${code ?? 'unknown'}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code ?? 'unknown'
    this.msg = code === undefined ? failure?.msg : undefined
    this.isSilent = failure === undefined
    this.retryAfter = failure?.retryAfter
    this.limit = failure?.limit
  }

  /** Whether nothing answered, or only a proxy in front of the server. */
  get isUnreachable(): boolean {
    return (
      [0, 502, 504].includes(this.status) || (this.status === 503 && isOfWholeServer(this.code))
    )
  }
}
