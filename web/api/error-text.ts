import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isServerLost } from '#web/api/connection.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'

/** Returns an error's text in the language on screen, for a code or a failed call. */
export function useErrorText() {
  const t = useTranslations()
  // Loaded after the first screen: until then nothing can have failed.
  useEffect(() => whenIdle(() => void loadMessages('errors').catch(() => {})), [])
  const { noAnswer } = faultTexts[useLanguage()]
  return (error: ErrorCode | Error) => {
    const isLost = error instanceof ApiError && error.isUnreachable && isServerLost()
    if (isLost && libraryCopy.get()?.contents) return t('shell.needsConnection')
    if (error instanceof Error && (!(error instanceof ApiError) || error.isSilent)) return noAnswer
    const {
      code,
      msg,
      retryAfter,
      limit = '',
      word = '',
    } = typeof error === 'string' ? { code: error } : error
    if (code === 'too_many_attempts' && retryAfter !== undefined) {
      return t('shell.tooManyAttempts', { minutes: Math.ceil(retryAfter / 60) })
    }
    if (t.has(`errors.${code}`)) return t(`errors.${code}`, { limit: String(limit), word })
    return msg || noAnswer
  }
}
