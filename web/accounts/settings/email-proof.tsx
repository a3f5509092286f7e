import { useTranslations } from 'use-intl'
import { type Profile } from '#contract/accounts/profile.ts'
import { emailCalls, MailedCode } from '#contract/accounts/email.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { useCall, useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './email-proof.module.css'

/** Shows whether the address is confirmed and whether it is being changed, resends the link, and takes its code. */
export function EmailProof({
  isEmailVerified,
  pendingEmail,
}: Pick<Profile, 'isEmailVerified' | 'pendingEmail'>) {
  const t = useTranslations('accounts.profile')
  const sending = useToastedCall(emailCalls.sendVerificationLink, {
    changes: [],
    onSuccess: () => toastSuccess(t('verificationSent')),
  })
  const hasCode = pendingEmail !== null || (sending.isSuccess && !isEmailVerified)

  return (
    <>
      {isEmailVerified ? (
        <small>{t('verified')}</small>
      ) : (
        <small>
          <span>{t('unverified')}</span>{' '}
          <button
            type="button"
            className={buttonStyles.link}
            disabled={sending.isPending}
            onClick={() => sending.mutate({})}
          >
            {t('sendVerification')}
          </button>
        </small>
      )}
      {pendingEmail !== null && (
        <small className="block above-4">{t('pendingEmail', { email: pendingEmail })}</small>
      )}
      {hasCode && <CodeForm isAskedFor={sending.isSuccess} />}
    </>
  )
}

/** Takes the code of the mail, which this browser alone can use. */
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
