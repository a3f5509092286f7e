import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { sessionCalls } from '#contract/accounts/session.ts'
import { screens } from '#contract/screens.ts'
import { eraseDraft } from '#web/api/draft.ts'
import { eraseAccountStorage } from '#web/api/account-storage.ts'
import { send } from '#web/api/send.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { homePath } from '#web/api/paths.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

/**
 * Ends the session, then loads the login screen as a new document, so that no part of the library stays in memory.
 * If that fails, shows an error and returns to the previous screen.
 */
export function LogoutScreen() {
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    const stay = (error: Error) => {
      toastError(errorText(error))
      const isFirst = (history.state as { idx?: number } | null)?.idx === 0
      void (isFirst ? navigate(homePath, { replace: true }) : navigate(-1))
    }
    const leave = () => {
      eraseDraft()
      eraseAccountStorage()
      location.replace(screens.login)
    }
    // A pending query would be answered without a session, as if it had expired.
    const cancelled = queryClient.cancelQueries()
    cancelled.then(() => send(sessionCalls.logout, {})).then(leave, stay)
    // Runs only once, when the screen opens: a new language or render must not repeat the logout.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}
