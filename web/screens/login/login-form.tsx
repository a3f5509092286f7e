import { useId, useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/core/errors.ts'
import { passwordCalls, SignIn } from '#contract/accounts/password.ts'
import { screens } from '#contract/screens.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { noteForOffer } from '#web/accounts/sign-in/offer-note.ts'
import {
  isRefusedFor,
  useCanUsePasskeys,
  usePasskeyErrorText,
} from '#web/accounts/sign-in/passkeys.ts'
import { usePasskeyAutofill } from '#web/accounts/sign-in/use-passkey-autofill.ts'
import { usePasskeySignIn } from '#web/accounts/sign-in/use-passkey-sign-in.ts'
import { OwnDevice } from '#web/accounts/sign-in/own-device.tsx'
import { GoogleButton } from '#web/accounts/google/google-button.tsx'
import { readReturnAddress } from '#web/accounts/return-address.ts'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall } from '#web/api/use-call.ts'
import { hasFirstText } from '#web/shell/commands/first-dialog.ts'
import { readKeptPrompt } from '#web/library/kept-prompt.ts'
import { homePath, pagePath } from '#web/api/paths.ts'
import { useIsLost } from '#web/api/connection.ts'
import { findDraftLocation } from '#web/api/draft.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { hasGoogle } from '#web/api/server-has.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'

/** Codes passed on by the previous screen: the message follows the language on screen. */
export type LoginMessage =
  | { message: 'created'; email: string }
  | { error: ErrorCode }
  /** The login with Google waits for a second factor. */
  | { waits: true; returnTo: string | undefined }

type LoginFormProps = {
  email: string
  /** The email of an account that has just been registered, so that it need not be typed again; otherwise empty. */
  password: string
  passedIn: LoginMessage | null
  onSignedIn: () => void
  /** Called if the password was correct, and a second factor is required. */
  onWaiting: (email: string) => void
}

export function LoginForm({ email, password, passedIn, onSignedIn, onWaiting }: LoginFormProps) {
  const t = useTranslations('accounts')
  const tShell = useTranslations('shell')
  const errorText = useErrorText()
  const passkeyErrorText = usePasskeyErrorText()
  const client = useQueryClient()
  const [hasCheckFailed] = useState(
    () => client.getQueryState(loginCheckQuery.queryKey)?.status === 'error',
  )
  const [kept] = useState(() => readKeptPrompt('prompt-to-save'))
  const [isSharing] = useState(() => hasFirstText())
  const [isForApp] = useState(() => readReturnAddress() !== null)
  const logIn = useCall(passwordCalls.login, { changes: [] })
  const hasPasskeys = useCanUsePasskeys()
  const passkey = usePasskeySignIn(onSignedIn)
  const isWaiting = isRefusedFor(logIn.error, 'second_factor_needed')
  const isLoggingIn = logIn.isPending || logIn.isSuccess || isWaiting
  const isAsking = passkey.isPending || passkey.isSuccess
  const isRegistered = passedIn !== null && 'message' in passedIn
  const isBlocked =
    [logIn.error, passkey.error].some((error) => isRefusedFor(error, 'account_blocked')) ||
    (passedIn !== null && 'error' in passedIn && passedIn.error === 'account_blocked')
  const createdId = useId()
  const { onSubmit, field, failureText } = useAccountForm(SignIn, { email, password }, (typed) =>
    logIn.mutate(typed, {
      onSuccess: () => {
        if (hasPasskeys) noteForOffer()
        onSignedIn()
      },
      onError: (error) => {
        if (isRefusedFor(error, 'second_factor_needed')) onWaiting(typed.email)
      },
    }),
  )
  usePasskeyAutofill(!isLoggingIn && !isAsking, passkey.mutate)

  return (
    <form noValidate method="post" className={formStyles.form} onSubmit={onSubmit}>
      <title>{`${t('login.title')} · Promptshelf`}</title>
      <h1>{t('login.title')}</h1>
      {isRegistered && (
        <p id={createdId} role="status" className={formStyles.info}>
          {t('login.created')} {t('login.mailSent', { email: passedIn.email })}
        </p>
      )}
      {findDraftLocation() && (
        <p role="status" className={formStyles.info}>
          {t('login.draftKept')}
        </p>
      )}
      {kept && (
        <p role="status" className={formStyles.info}>
          {t.rich(isRegistered ? 'login.promptWaits' : 'login.promptKept', {
            name: kept.name,
            bdi,
          })}
        </p>
      )}
      {isSharing && (
        <p role="status" className={formStyles.info}>
          {t('login.sharedKept')}
        </p>
      )}
      {isForApp && (
        <p role="status" className={formStyles.info}>
          {t('login.appWaits')}
        </p>
      )}
      {hasCheckFailed && <LoginWatch isLoggingIn={isLoggingIn || isAsking} />}
      {passedIn && 'error' in passedIn && (
        <p role="alert" className={formStyles.error}>
          {errorText(passedIn.error)}
        </p>
      )}
      <Field
        label={t('email')}
        type="email"
        autoComplete="username webauthn"
        autoFocus={email === ''}
        required
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        autoFocus={email !== '' && password === ''}
        required
        {...field('password')}
      />
      <Link className={formStyles.forgot} to={screens.forgotPassword}>
        {t('login.forgot')}
      </Link>
      <FormError>{!isWaiting && failureText(logIn.error)}</FormError>
      <OwnDevice />
      <Button
        look="primary"
        type="submit"
        busy={isLoggingIn}
        autoFocus={password !== ''}
        // The notice appears with the screen, so screen readers read it only with the focused element.
        aria-describedby={isRegistered ? createdId : undefined}
      >
        {t('login.submit')}
      </Button>
      {(hasPasskeys || hasGoogle()) && <p className={formStyles.or}>{t('login.or')}</p>}
      {hasPasskeys && (
        <>
          <Button
            icon={<KeyRound size={16} />}
            busy={isAsking}
            onClick={() => passkey.mutate(undefined)}
          >
            {t('login.passkey')}
          </Button>
          <FormError>
            {passkey.error && passkeyErrorText(passkey.error, 'factorProof.noPasskey')}
          </FormError>
        </>
      )}
      {hasGoogle() && <GoogleButton />}
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

/** Shows that the session's state is unknown, and goes home once a session is found. */
function LoginWatch({ isLoggingIn }: { isLoggingIn: boolean }) {
  const faults = faultTexts[useLanguage()]
  const isLost = useIsLost()
  const { data, isError } = useQuery({
    ...loginCheckQuery,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && pace,
  })
  useEffect(() => {
    // The login itself navigates home.
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
