import type { ErrorCode } from '#contract/core/errors.ts'

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
  /** `unknown` if the server gave none. A newer server may have codes that this client does not know. */
  readonly code: ErrorCode
  /** The server's English text, for a code that this client does not know. */
  readonly msg: string | undefined
  /** Whether the server gave no reason. */
  readonly isSilent: boolean
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined
  /** The number that was exceeded, where it depends on the plan. */
  readonly limit: number | undefined

  constructor(status: number, failure?: Failure) {
    const code = failure?.code ?? 'unknown'
    super(`${status} ${code}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code as ErrorCode
    this.msg = failure?.msg
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
