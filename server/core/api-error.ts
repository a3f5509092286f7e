import type { ErrorCode } from '#contract/core/errors.ts'
import { defaultLanguage } from '#languages/languages.ts'
import { fillText, readTexts } from '#server/core/texts/read-texts.ts'

const texts = readTexts('errors')[defaultLanguage]

type Particulars = ErrorOptions & {
  /** Replaces the English text of the code with a more precise one. */
  message?: string
  /** Seconds after which a retry may succeed, if known. */
  retryAfter?: number
  /** The limit that was exceeded, if it depends on the plan or the call. */
  limit?: number
  /** A free value similar to the one that is taken. */
  proposal?: string
  /** The values for the placeholders in the error's text. */
  word?: string
  /** The path of the invalid value in the input, such as `variables[0].options`; empty for the whole input. */
  path?: string
}

/** An expected failure, reported to the caller by its code. */
export class ApiError extends Error {
  readonly errorCode: ErrorCode
  readonly retryAfter: number | undefined
  readonly limit: number | undefined
  readonly proposal: string | undefined
  readonly word: string | undefined
  readonly path: string | undefined

  constructor(errorCode: ErrorCode, particulars: Particulars = {}) {
    const { message = texts[errorCode], limit, proposal, word, path, ...options } = particulars
    super(
      fillText(message, {
        ...(limit !== undefined && { limit }),
        ...(word !== undefined && { word }),
      }),
      options,
    )
    this.errorCode = errorCode
    this.retryAfter = particulars.retryAfter
    this.limit = limit
    this.proposal = proposal
    this.word = word
    this.path = path
  }
}
