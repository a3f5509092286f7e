import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { NewPasswords, recoveryCalls } from '#contract/accounts/recovery.ts'
import { screens } from '#contract/screens.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { resetTokenQuery } from '#web/accounts/get-reset-token.ts'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { pagePath } from '#web/api/paths.ts'
import { NotFound } from '#web/shell/failures/not-found.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'

/** Sets a new password, with the token of a mailed link. */
export function ResetPasswordScreen() {
  const t = useTranslations('accounts')
  const tShell = useTranslations('shell')
  const errorText = useErrorText()
  const { token = '' } = useParams()
  const { data: account, error } = useQuery(resetTokenQuery(token))
  const reset = useCall(recoveryCalls.resetPassword, { changes: [], params: { token } })
  const { onSubmit, field, failureText } = useAccountForm(
    NewPasswords,
    { password: '', cPassword: '' },
    (form) => reset.mutate(form),
    { field: 'password', error: reset.error },
  )

  if (error instanceof ApiError && error.code === 'link_invalid') throw new NotFound('resetLink')
  if (error instanceof ApiError && error.code === 'account_blocked') {
    return (
      <div className={formStyles.form}>
        <title>{`${tShell('blocked.title')} · Promptshelf`}</title>
        <h1>{tShell('blocked.title')}</h1>
        <p>{errorText(error)}</p>
        <p className={formStyles.ways}>
          <a href={pagePath('contact')}>{tShell('blocked.contact')}</a>
        </p>
      </div>
    )
  }
  if (error && !account) throw error
  if (!account) return null
  return (
    <form noValidate method="post" className={formStyles.form} onSubmit={onSubmit}>
      <title>{`${t('reset.title')} · Promptshelf`}</title>
      <h1>{t('reset.title')}</h1>
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        readOnly
        value={account.userEmail}
      />
      <PasswordField
        label={t('reset.newPassword')}
        autoComplete="new-password"
        autoFocus
        required
        hint={t('register.passwordHint')}
        {...field('password')}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        required
        {...field('cPassword')}
      />
      <FormError>{failureText(reset.error)}</FormError>
      {reset.isSuccess ? (
        <>
          <p role="status" className={formStyles.info}>
            {t('reset.done')} <Link to={screens.login}>{t('reset.login')}</Link>
          </p>
          <p>{t('reset.lookAt')}</p>
        </>
      ) : (
        <Button look="primary" type="submit" busy={reset.isPending}>
          {t('reset.submit')}
        </Button>
      )}
    </form>
  )
}
