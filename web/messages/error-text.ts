import { useTranslations } from 'use-intl'
import { errorMessages, type ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { faultTexts } from './fault-texts.ts'
import { germanErrors } from './messages.ts'
import { useLanguage } from './messages-provider.tsx'

/** Gives an error's text in the language on screen: of a code, or of a call that failed. */
export function useErrorText() {
  const t = useTranslations('shell')
  const language = useLanguage()
  const texts = (language === 'de' && germanErrors()) || errorMessages
  const faults = faultTexts[language]
  return (error: ErrorCode | Error) => {
    if (typeof error === 'string') return texts[error]
    if (!(error instanceof ApiError) || error.isSilent) return faults.noAnswer
    if (error.msg) return error.msg
    if (error.code === 'too_many_attempts' && error.retryAfter !== undefined) {
      return t('tooManyAttempts', { minutes: Math.ceil(error.retryAfter / 60) })
    }
    return texts[error.code]
  }
}
