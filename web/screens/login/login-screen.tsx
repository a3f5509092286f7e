import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { SignIn } from '#contract/accounts.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { GoogleButton } from '#web/accounts/google-button.tsx'
import { useLogIn } from '#web/accounts/log-in.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { homePath } from '#web/app/login-gate.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/field.tsx'

/** What the screen before hands over: a message, as information or as an error (spec §2). */
export type LoginMessage = { message: 'created' } | { error: string }

export function Component() {
  const t = useTranslations('accounts')
  const logIn = useLogIn()
  const passedIn = useLocation().state as LoginMessage | null
  const { onSubmit, field, failureText } = useAccountForm(
    SignIn,
    { email: '', password: '' },
    (form) => logIn.mutate(form, { onSuccess: () => location.assign(homePath) }),
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
      {passedIn && 'error' in passedIn && (
        <p role="alert" className={formStyles.error}>
          {passedIn.error}
        </p>
      )}
      <Field label={t('email')} type="email" autoComplete="username" required {...field('email')} />
      <Field
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <Link className={formStyles.forgot} to="/forgot-password/link">
        {t('login.forgot')}
      </Link>
      <FormError>{failureText(logIn.error)}</FormError>
      <Button look="primary" type="submit" busy={logIn.isPending || logIn.isSuccess}>
        {t('login.submit')}
      </Button>
      <p className={formStyles.or}>{t('login.or')}</p>
      <GoogleButton />
      <div className={formStyles.ways}>
        <p>
          {t('login.noAccount')} <Link to="/register">{t('login.register')}</Link>
        </p>
        <p>
          <Link to="/">{t('backToStart')}</Link>
        </p>
      </div>
    </form>
  )
}
