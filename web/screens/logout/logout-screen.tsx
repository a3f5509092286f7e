import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#web/accounts/log-out.ts'
import { eraseDraft } from '#web/api/draft.ts'
import { homePath } from '#web/routes/login-gate.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

/**
 * Ends the session, then loads the login screen as a new document, with nothing of the library in memory.
 * Where that fails, it says so and goes back to the screen before.
 */
export function Component() {
  const errorText = useErrorText()
  const navigate = useNavigate()
  useEffect(() => {
    const stay = (error: Error) => {
      toastError(errorText(error))
      const isFirst = (history.state as { idx?: number } | null)?.idx === 0
      void (isFirst ? navigate(homePath, { replace: true }) : navigate(-1))
    }
    const leave = () => {
      eraseDraft()
      location.replace('/login')
    }
    logOut().then(leave, stay)
    // Once, as the screen opens: leaving is not to be repeated by a new language or a new render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}
