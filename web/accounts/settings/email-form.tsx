import { useTranslations } from 'use-intl'
import { emailCalls, EmailChange } from '#contract/accounts/email.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { live } from '#web/ui/live-text.tsx'
import { useProof } from './use-proof.tsx'

/** Mails a link to a new address, which becomes the account's once the link is opened. */
export function EmailForm() {
  const t = useTranslations('accounts')
  const change = useCall(emailCalls.changeEmail, { changes: ['profile'] })
  const { whenProved, dialog } = useProof()
  const { form, onSubmit, field, failureText } = useAccountForm(
    EmailChange,
    { email: '' },
    (typed, clear) => void whenProved(() => change.mutate(typed, { onSuccess: clear })),
  )

  return (
    <>
      <form noValidate className={formStyles.form} onSubmit={onSubmit}>
        <Field
          label={t('profile.newEmail')}
          type="email"
          autoComplete="email"
          hint={t('profile.emailHint')}
          {...field('email')}
        />
        <FormError>{failureText(change.error)}</FormError>
        <div className={formStyles.outcome}>
          <Button type="submit" busy={change.isPending} disabled={form.email === ''}>
            {t('profile.changeEmail')}
          </Button>
          <p {...live}>{change.isSuccess && form.email === '' && t('profile.emailSent')}</p>
        </div>
      </form>
      {dialog}
    </>
  )
}
