import { useTranslations } from 'use-intl'
import { type Profile } from '#contract/accounts/profile.ts'
import { emailCalls, MailedCode } from '#contract/accounts/email.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall, useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './email-part.module.css'
import { FormButton } from './form-button.tsx'

type EmailPartProps = Pick<Profile, 'isEmailVerified' | 'pendingEmail'>

/** Changes the address. While a new one is unconfirmed, resends its link and accepts its code. */
export function EmailPart({ isEmailVerified, pendingEmail }: EmailPartProps) {
  const t = useTranslations('accounts.profile')
  const changing = useDialog()
  const sending = useToastedCall(emailCalls.sendVerificationLink, {
    changes: [],
    onSuccess: () => toastSuccess(t('verificationSent')),
  })
  const hasCode = pendingEmail !== null || (sending.isSuccess && !isEmailVerified)

  return (
    <>
      {pendingEmail !== null && <p>{t('pendingEmail', { email: pendingEmail })}</p>}
      {hasCode && <CodeForm isAskedFor={sending.isSuccess} />}
      <div className="row wrap gap-8">
        <FormButton label={t('emailTitle')} form="email" dialog={changing}>
          {({ EmailDialog }) => (
            <EmailDialog key={changing.opening} open={changing.isOpen} onClose={changing.close} />
          )}
        </FormButton>
        {!isEmailVerified && (
          <Button busy={sending.isPending} onClick={() => sending.mutate({})}>
            {t('sendVerification')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Accepts the code from the mail, which works only in this browser. */
function CodeForm({ isAskedFor }: { isAskedFor: boolean }) {
  const t = useTranslations('accounts.profile')
  const verify = useCall(emailCalls.verifyMailedCode, {
    changes: ['profile'],
    onSuccess: () => toastSuccess(t('codeAccepted')),
  })
  const { form, onSubmit, field, failureText } = useAccountForm(MailedCode, { code: '' }, (form) =>
    verify.mutate(form),
  )
  return (
    <form noValidate className={styles.code} onSubmit={onSubmit}>
      <div className={styles.entry}>
        <Field
          label={t('mailedCode')}
          autoComplete="one-time-code"
          autoFocus={isAskedFor}
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <Button type="submit" busy={verify.isPending} disabled={form.code === ''}>
          {t('confirmCode')}
        </Button>
      </div>
      <FormError>{failureText(verify.error)}</FormError>
    </form>
  )
}
