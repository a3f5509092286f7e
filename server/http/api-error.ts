import { errorMessages, type ErrorCode } from '#contract/errors.ts'

/** A failure that the caller is told about, by its code. Thrown from anywhere below a route. */
export class ApiError extends Error {
  readonly errorCode: ErrorCode

  constructor(errorCode: ErrorCode) {
    super(errorMessages[errorCode])
    this.errorCode = errorCode
  }
}
