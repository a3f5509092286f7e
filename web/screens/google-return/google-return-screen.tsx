import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { isRefusedFor } from '#web/accounts/sign-in/passkeys.ts'
import { notePendingLogin } from '#web/accounts/sign-in/pending-login.ts'
import { consumeGoogleReturn } from '#web/accounts/google/google-return.ts'
import { googleLoginQuery } from '#web/accounts/google/login-with-google.ts'
import { readReturnAddress } from '#web/accounts/return-address.ts'
import { keepOwnDevice } from '#web/api/account-storage.ts'
import { ApiError } from '#web/api/api-error.ts'
import { homePath } from '#web/api/paths.ts'
import { WaitingScreen } from '#web/shell/failures/waiting-screen.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import type { LoginMessage } from '#web/screens/login/login-form.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'

/** Passes Google's redirect on to the server, and then goes home. */
export function GoogleReturnScreen() {
  const t = useTranslations('accounts.google')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [returnTo] = useState(consumeGoogleReturn)
  const { isSuccess, error } = useQuery(googleLoginQuery(useLocation().search))

  useEffect(() => {
    if (!isSuccess && error === null) return
    if (isSuccess) {
      // Only pages for signed-in users set a return path.
      if (returnTo === undefined) keepOwnDevice()
      return location.replace(returnTo ?? readReturnAddress() ?? homePath)
    }
    if (isRefusedFor(error, 'second_factor_needed')) {
      notePendingLogin()
      const state: LoginMessage = { waits: true, returnTo }
      void navigate(screens.login, { replace: true, state })
      return
    }
    if (returnTo !== undefined) {
      toastError(errorText(error))
      void navigate(returnTo, { replace: true })
      return
    }
    const state: LoginMessage = { error: error instanceof ApiError ? error.code : 'unknown' }
    void navigate(screens.login, { replace: true, state })
  }, [isSuccess, error, errorText, navigate, returnTo])

  return <WaitingScreen text={t('pending')} />
}
