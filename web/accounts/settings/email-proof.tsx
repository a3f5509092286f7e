import { useTranslations } from 'use-intl'
import { type Profile } from '#contract/accounts/profile.ts'
import { emailCalls } from '#contract/accounts/email.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './email-proof.module.css'

/** Shows whether the address is confirmed and whether it is being changed, and resends the link. */
export function EmailProof({
  isEmailVerified,
  pendingEmail,
}: Pick<Profile, 'isEmailVerified' | 'pendingEmail'>) {
  const t = useTranslations('accounts.profile')
  const sending = useToastedCall(emailCalls.sendVerificationLink, {
    changes: [],
    onSuccess: () => toastSuccess(t('verificationSent')),
  })

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
        <small className={styles.pending}>{t('pendingEmail', { email: pendingEmail })}</small>
      )}
    </>
  )
}
