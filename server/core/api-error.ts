import { errorMessages, type ErrorCode } from '#contract/errors.ts'

type Particulars = ErrorOptions & {
  /** Where the English text of the code can be said more precisely. */
  message?: string
  /** After how many seconds it is worth trying again, where that is known. */
  retryAfter?: number
}

/** A failure that the caller is told about, by its code. Thrown from anywhere below a route. */
export class ApiError extends Error {
  readonly errorCode: ErrorCode
  readonly retryAfter: number | undefined

  constructor(errorCode: ErrorCode, particulars: Particulars = {}) {
    super(particulars.message ?? errorMessages[errorCode], particulars)
    this.errorCode = errorCode
    this.retryAfter = particulars.retryAfter
  }
}
