import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { recoveryCalls, ResetRequest } from '#contract/accounts/recovery.ts'
import { screens } from '#contract/screens.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'

/** Requests a link to set a new password. */
export function ForgotPasswordScreen() {
  const t = useTranslations('accounts')
  const sendLink = useCall(recoveryCalls.sendResetLink, { changes: [] })
  const { onSubmit, field, failureText } = useAccountForm(ResetRequest, { email: '' }, (form) =>
    sendLink.mutate(form),
  )

  return (
    <form noValidate method="post" className={formStyles.form} onSubmit={onSubmit}>
      <title>{`${t('forgot.title')} · Promptshelf`}</title>
      <h1>{t('forgot.title')}</h1>
      <p className="text-14 quiet">{t('forgot.text')}</p>
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus
        required
        {...field('email')}
      />
      <FormError>{failureText(sendLink.error)}</FormError>
      {sendLink.isSuccess ? (
        <p role="status" className={formStyles.info}>
          {t('forgot.sent')}
        </p>
      ) : (
        <Button look="primary" type="submit" busy={sendLink.isPending}>
          {t('forgot.submit')}
        </Button>
      )}
      <p className={formStyles.ways}>
        <Link to={screens.login}>{t('forgot.back')}</Link>
      </p>
    </form>
  )
}
