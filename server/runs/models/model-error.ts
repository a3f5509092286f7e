import type { ModelErrorCode } from '#contract/runs/models.ts'

/** Why a model's server returned no answer, or only part of one. Never contains the server's own words. */
export class ModelError extends Error {
  readonly code: ModelErrorCode
  /** Seconds after which a retry may succeed, if the server reports it. */
  readonly retryAfter: number | undefined

  constructor(code: ModelErrorCode, retryAfter?: number) {
    super(code)
    this.code = code
    this.retryAfter = retryAfter
  }
}
