import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { endSession, notePendingLogout } from '#web/accounts/pending-logout.ts'
import { eraseDraft } from '#web/api/draft.ts'
import { eraseAccountStorage, eraseCopy } from '#web/api/account-storage.ts'
import { ApiError } from '#web/api/api-error.ts'
import { waitForServer } from '#web/api/connection.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { homePath } from '#web/api/paths.ts'
import { MessageScreen } from '#web/shell/failures/message-screen.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'

/**
 * Ends the session, then loads the login screen as a new document, so that no part of the library stays in memory. If
 * the server is unreachable, everything is erased at once, and the session ended when the connection returns. If it
 * refuses, shows an error and returns to the previous screen.
 */
export function LogoutScreen() {
  const t = useTranslations('shell.loggedOut')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    const stay = (error: Error) => {
      toastError(errorText(error))
      const isFirst = (history.state as { idx?: number } | null)?.idx === 0
      void (isFirst ? navigate(homePath, { replace: true }) : navigate(-1))
    }
    const erase = () => {
      eraseDraft()
      eraseAccountStorage()
    }
    const logOut = async () => {
      eraseCopy()
      // A pending query would be answered without a session, as if it had expired.
      await queryClient.cancelQueries()
      await endSession().catch(async (error: unknown) => {
        if (!(error instanceof ApiError && error.isUnreachable)) throw error
        erase()
        notePendingLogout()
        queryClient.clear()
        setWaiting(true)
        await endLater()
      })
      erase()
      location.replace(screens.login)
    }
    logOut().catch(stay)
    // Runs only once, when the screen opens: a new language or render must not repeat the logout.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!isWaiting) return null
  return (
    <MessageScreen title={t('title')} text={t('text')} isOutcome>
      {null}
    </MessageScreen>
  )
}

/** Ends the session once the server can be reached. */
async function endLater(): Promise<void> {
  for (;;) {
    await waitForServer()
    try {
      return await endSession()
    } catch (error) {
      if (!(error instanceof ApiError && error.isUnreachable)) throw error
    }
  }
}
