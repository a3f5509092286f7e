import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { passwordCalls, SignUp } from '#contract/accounts/password.ts'
import { screens } from '#contract/screens.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { GoogleButton } from '#web/accounts/google/google-button.tsx'
import { OwnDevice } from '#web/accounts/sign-in/own-device.tsx'
import { readReturnAddress } from '#web/accounts/return-address.ts'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { keepRegisteredPassword } from '#web/accounts/registered-password.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall } from '#web/api/use-call.ts'
import { readKeptPrompt } from '#web/library/kept-prompt.ts'
import type { LoginMessage } from '#web/screens/login/login-form.tsx'
import { pagePath } from '#web/api/paths.ts'
import { hasGoogle } from '#web/api/server-has.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'

const emptyForm = { email: '', password: '', cpassword: '' }

export function RegisterScreen() {
  const t = useTranslations('accounts')
  const navigate = useNavigate()
  const [kept] = useState(() => readKeptPrompt('prompt-to-save'))
  const register = useCall(passwordCalls.register, { changes: [] })
  const { onSubmit, field, failureText } = useAccountForm(
    SignUp,
    emptyForm,
    (form) => {
      const state: LoginMessage = { message: 'created', email: form.email }
      register.mutate(form, {
        onSuccess: () => {
          keepRegisteredPassword(form.password)
          void navigate(screens.login, { replace: true, state })
        },
      })
    },
    { field: 'password', error: register.error },
  )

  return (
    <form noValidate method="post" className={formStyles.form} onSubmit={onSubmit}>
      <title>{`${t('register.title')} · Promptshelf`}</title>
      <h1>{t('register.title')}</h1>
      {kept && (
        <p role="status" className={formStyles.info}>
          {t.rich('register.promptKept', { name: kept.name, bdi })}
        </p>
      )}
      {readReturnAddress() !== null && (
        <p role="status" className={formStyles.info}>
          {t('login.appWaits')}
        </p>
      )}
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus
        required
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        required
        hint={t('register.passwordHint')}
        {...field('password')}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        required
        {...field('cpassword')}
      />
      <FormError>{failureText(register.error)}</FormError>
      <OwnDevice />
      <Button look="primary" type="submit" busy={register.isPending}>
        {t('register.submit')}
      </Button>
      <p className="text-13 quiet">{t.rich('register.terms', pageLinks)}</p>
      {hasGoogle() && (
        <>
          <p className={formStyles.or}>{t('login.or')}</p>
          <GoogleButton />
        </>
      )}
      <div className={formStyles.ways}>
        <p>
          {t('register.haveAccount')} <Link to={screens.login}>{t('register.login')}</Link>
        </p>
        <p>
          <Link to={screens.landing}>{t('backToStart')}</Link>
        </p>
      </div>
    </form>
  )
}

const pageLinks = {
  terms: (text: ReactNode) => <PageLink type="terms">{text}</PageLink>,
  privacy: (text: ReactNode) => <PageLink type="privacy-policy">{text}</PageLink>,
}

/** Opens in another tab, so that the typed text here is kept. */
function PageLink({ type, children }: { type: string; children: ReactNode }) {
  return (
    <a href={pagePath(type)} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
