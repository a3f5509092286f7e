import { useTranslations } from 'use-intl'
import { errorMessages, type ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { germanErrors } from './messages.ts'
import { useLanguage } from './messages-provider.tsx'

/** Gives an error's text in the language on screen: of a code, or of a call that failed. */
export function useErrorText() {
  const t = useTranslations('shell')
  const texts = (useLanguage() === 'de' && germanErrors()) || errorMessages
  return (error: ErrorCode | Error) => {
    if (typeof error === 'string') return texts[error]
    if (!(error instanceof ApiError)) return texts.unknown
    if (error.code === 'too_many_attempts' && error.retryAfter !== undefined) {
      return t('tooManyAttempts', { minutes: Math.ceil(error.retryAfter / 60) })
    }
    return texts[error.code]
  }
}
