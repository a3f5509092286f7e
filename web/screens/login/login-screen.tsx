import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { passwordCalls, SignIn } from '#contract/accounts/password.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { screens } from '#contract/screens.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { GoogleButton } from '#web/accounts/google/google-button.tsx'
import { readReturnAddress } from '#web/accounts/return-address.ts'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall } from '#web/api/use-call.ts'
import { hasFirstText } from '#web/commands/first-dialog.ts'
import { readKeptPrompt } from '#web/library/kept-prompt.ts'
import { ApiError } from '#web/api/api-error.ts'
import { homePath, pagePath } from '#web/paths.ts'
import { useIsLost } from '#web/api/connection.ts'
import { findDraftLocation } from '#web/api/draft.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { faultTexts } from '#web/messages/fault-texts.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'

/** Codes passed on by the previous screen: the message follows the language on screen. */
export type LoginMessage = { message: 'created'; email: string } | { error: ErrorCode }

export function LoginScreen() {
  const t = useTranslations('accounts')
  const tShell = useTranslations('shell')
  const logIn = useCall(passwordCalls.login, { changes: [] })
  const errorText = useErrorText()
  const passedIn = useLoginMessage()
  const client = useQueryClient()
  const [hasCheckFailed] = useState(
    () => client.getQueryState(loginCheckQuery.queryKey)?.status === 'error',
  )
  const [kept] = useState(() => readKeptPrompt('prompt-to-save'))
  const [isSharing] = useState(() => hasFirstText())
  const [returnTo] = useState(readReturnAddress)
  const email = passedIn && 'email' in passedIn ? passedIn.email : ''
  const failure = logIn.error ?? passedIn
  const isBlocked =
    failure instanceof ApiError
      ? failure.code === 'account_blocked'
      : failure !== null && 'error' in failure && failure.error === 'account_blocked'
  const isLoggingIn = logIn.isPending || logIn.isSuccess
  const { onSubmit, field, failureText } = useAccountForm(SignIn, { email, password: '' }, (form) =>
    logIn.mutate(form, { onSuccess: () => location.assign(returnTo ?? homePath) }),
  )

  return (
    <form noValidate className={formStyles.form} onSubmit={onSubmit}>
      <title>{`${t('login.title')} · Promptshelf`}</title>
      <h1>{t('login.title')}</h1>
      {passedIn && 'message' in passedIn && (
        <p role="status" className={formStyles.info}>
          {t('login.created')}
        </p>
      )}
      {findDraftLocation() && (
        <p role="status" className={formStyles.info}>
          {t('login.draftKept')}
        </p>
      )}
      {kept && (
        <p role="status" className={formStyles.info}>
          {t.rich('login.promptKept', { name: kept.name, bdi })}
        </p>
      )}
      {isSharing && (
        <p role="status" className={formStyles.info}>
          {t('login.sharedKept')}
        </p>
      )}
      {returnTo !== null && (
        <p role="status" className={formStyles.info}>
          {t('login.appWaits')}
        </p>
      )}
      {hasCheckFailed && <LoginWatch isLoggingIn={isLoggingIn} />}
      {passedIn && 'error' in passedIn && (
        <p role="alert" className={formStyles.error}>
          {errorText(passedIn.error)}
        </p>
      )}
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        required
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        required
        {...field('password')}
      />
      <Link className={formStyles.forgot} to={screens.forgotPassword}>
        {t('login.forgot')}
      </Link>
      <FormError>{failureText(logIn.error)}</FormError>
      <Button look="primary" type="submit" busy={isLoggingIn}>
        {t('login.submit')}
      </Button>
      <p className={formStyles.or}>{t('login.or')}</p>
      <GoogleButton />
      <div className={formStyles.ways}>
        {isBlocked && (
          <p>
            <a href={pagePath('contact')}>{tShell('blocked.contact')}</a>
          </p>
        )}
        <p>
          {t('login.noAccount')} <Link to={screens.register}>{t('login.register')}</Link>
        </p>
        <p>
          <Link to={screens.landing}>{t('backToStart')}</Link>
        </p>
      </div>
    </form>
  )
}

/** In milliseconds: how often the session is checked while its state is unknown. */
const pace = 3_000

/** Reports that the session's state is unknown, and goes home if there turns out to be one. */
function LoginWatch({ isLoggingIn }: { isLoggingIn: boolean }) {
  const faults = faultTexts[useLanguage()]
  const isLost = useIsLost()
  const { data, isError } = useQuery({
    ...loginCheckQuery,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && pace,
  })
  useEffect(() => {
    // Logging in navigates home itself.
    if (data?.isLoggedIn && !isLoggingIn) location.replace(readReturnAddress() ?? homePath)
  }, [data, isLoggingIn])
  // If no server answers at all, the notice above the page reports that.
  if (!isError || isLost) return null
  return (
    <p role="status" className={formStyles.error}>
      {faults.lostNotice}
    </p>
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
