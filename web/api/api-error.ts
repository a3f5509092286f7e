import type { ErrorCode } from '#contract/core/errors.ts'

type Failure = {
  code: string
  msg: string
  retryAfter?: number | undefined
  limit?: number | undefined
  proposal?: string | undefined
  word?: string | undefined
}

function isOfWholeServer(code: ErrorCode): boolean {
  return code === 'unavailable' || code === 'unknown'
}

/** A failed call: the server returned an error, or could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number
  /** `unknown` if the server sent none. A newer server may send codes that this client does not have. */
  readonly code: ErrorCode
  /** The server's English text, for a code that this client does not have. */
  readonly msg: string | undefined
  /** Whether the server sent no reason. */
  readonly isSilent: boolean
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined
  /** The limit that was exceeded, if it depends on the plan. */
  readonly limit: number | undefined
  /** A free value close to the one that is taken. */
  readonly proposal: string | undefined
  /** The values in the error's text. */
  readonly word: string | undefined

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
    this.proposal = failure?.proposal
    this.word = failure?.word
  }

  /** Whether no server answered, or only a proxy in front of it. Its page may have status 200. */
  get isUnreachable(): boolean {
    return (
      [0, 200, 502, 504].includes(this.status) ||
      (this.status === 503 && isOfWholeServer(this.code))
    )
  }
}
