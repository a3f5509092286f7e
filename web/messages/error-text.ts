import { errorMessages, type ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { germanErrors } from './german-errors.ts'
import { useLanguage } from './messages-provider.tsx'

/** Gives an error's text in the language on screen: of a code, or of a call that failed. */
export function useErrorText() {
  const texts = useLanguage() === 'de' ? germanErrors : errorMessages
  return (error: ErrorCode | Error) =>
    texts[typeof error === 'string' ? error : error instanceof ApiError ? error.code : 'unknown']
}
