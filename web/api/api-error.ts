import { errorMessages, isErrorCode, type ErrorCode } from '#contract/errors.ts'

/** A call that failed: by what the server said, or because it could not be reached (status 0). */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number

  constructor(code: string, status: number, message?: string) {
    super(message ?? errorMessages.unknown)
    this.name = 'ApiError'
    this.code = isErrorCode(code) ? code : 'unknown'
    this.status = status
  }
}
