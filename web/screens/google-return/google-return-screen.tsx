import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { googleLoginQuery } from '#web/accounts/login-with-google.ts'
import { homePath } from '#web/app/login-gate.ts'
import { WaitingScreen } from '#web/app/waiting-screen.tsx'
import { useErrorText } from '#web/messages/error-text.ts'
import type { LoginMessage } from '#web/screens/login/login-screen.tsx'

/** Where Google sends the browser back to: on with the answer to the server, and then home. */
export function Component() {
  const t = useTranslations('accounts.google')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { isSuccess, error } = useQuery(googleLoginQuery(useLocation().search))
  const message = error && errorText(error)

  useEffect(() => {
    if (isSuccess) location.replace(homePath)
    if (message === null) return
    const state: LoginMessage = { error: message }
    void navigate('/login', { replace: true, state })
  }, [isSuccess, message, navigate])

  return <WaitingScreen text={t('pending')} />
}
