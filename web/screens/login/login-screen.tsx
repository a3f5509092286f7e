import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/core/errors.ts'
import {
  forgetPendingLogin,
  hasPendingLogin,
  notePendingLogin,
  pendingLoginQuery,
} from '#web/accounts/sign-in/pending-login.ts'
import { SecondStep } from '#web/accounts/sign-in/second-step.tsx'
import {
  keepRegisteredPassword,
  readRegisteredPassword,
} from '#web/accounts/registered-password.ts'
import { readReturnAddress } from '#web/accounts/return-address.ts'
import { keepOwnDevice } from '#web/api/account-storage.ts'
import { ApiError } from '#web/api/api-error.ts'
import { homePath } from '#web/api/paths.ts'
import { LoginForm, type LoginMessage } from './login-form.tsx'

/** Asks for the password, a passkey or Google, and then for a second factor if the account has one. */
export function LoginScreen() {
  const t = useTranslations('accounts')
  const client = useQueryClient()
  const passedIn = useLoginMessage()
  const [returnTo] = useState(
    () => (passedIn && 'waits' in passedIn && passedIn.returnTo) || readReturnAddress(),
  )
  const [waits, setWaits] = useState(hasPendingLogin)
  const [ended, setEnded] = useState<ErrorCode | null>(null)
  const [email, setEmail] = useState(passedIn && 'email' in passedIn ? passedIn.email : '')
  const [password] = useState(readRegisteredPassword)
  useEffect(() => keepRegisteredPassword(''), [])
  const pending = useQuery({ ...pendingLoginQuery, enabled: waits })

  function leave() {
    forgetPendingLogin()
    keepOwnDevice()
    location.assign(returnTo ?? homePath)
  }

  async function wait(typed: string) {
    notePendingLogin()
    setEmail(typed)
    // The form stays until the required factors are known.
    await client.fetchQuery({ ...pendingLoginQuery, staleTime: 0 }).catch(() => {})
    setWaits(true)
  }

  function end(reason: ErrorCode | null) {
    forgetPendingLogin()
    client.removeQueries({ queryKey: pendingLoginQuery.queryKey })
    setWaits(false)
    setEnded(reason)
  }

  if (waits && pending.isPending) return <title>{`${t('login.title')} · Promptshelf`}</title>
  if (waits && pending.data) {
    return <SecondStep proofs={pending.data.proofs} onSignedIn={leave} onEnd={end} />
  }
  const lost = pending.error instanceof ApiError ? pending.error.code : 'unknown'
  return (
    <LoginForm
      email={email}
      password={password}
      passedIn={waits ? { error: lost } : ended ? { error: ended } : passedIn}
      onSignedIn={leave}
      onWaiting={(typed) => void wait(typed)}
    />
  )
}

/** Returns the message from the previous screen. It is shown once: a reload clears it. */
function useLoginMessage(): LoginMessage | null {
  const navigate = useNavigate()
  const state = useLocation().state as LoginMessage | null
  const [passedIn] = useState(state)
  useEffect(() => {
    if (state !== null) void navigate('.', { replace: true, state: null })
  }, [state, navigate])
  return passedIn
}
