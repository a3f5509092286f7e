import { useTranslations } from 'use-intl'
import { factorCalls, type Factors } from '#contract/accounts/factors.ts'
import { PasswordForm } from '#web/accounts/settings/password-form.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import styles from './factors.module.css'
import { factorChanges } from './list-factors.ts'

/** The password: changed, and removed from an account with a passkey. */
export function PasswordPart({ factors, email }: { factors: Factors; email: string }) {
  const t = useTranslations('accounts.factors')
  const { whenProved, dialog } = useProof()
  const removing = useDialog()
  const hasPasskey = factors.passkeys.some(({ isActive }) => isActive)
  const hasFactor = hasPasskey || factors.app?.isActive === true
  return (
    <>
      {factors.hasPassword ? (
        <PasswordForm email={email} needsFactor={hasFactor} />
      ) : (
        <p>{t('noPassword')}</p>
      )}
      {factors.hasPassword && hasPasskey && (
        <div className={styles.removal}>
          <p>{t('removePasswordHint')}</p>
          <Button onClick={() => void whenProved(removing.open)}>{t('removePassword')}</Button>
        </div>
      )}
      <Deletion
        dialog={removing}
        title={t('removePasswordTitle')}
        submit={t('removePassword')}
        call={factorCalls.removePassword}
        input={{}}
        changes={factorChanges}
        done={t('passwordRemoved')}
      >
        <p>{t('removePasswordText')}</p>
      </Deletion>
      {dialog}
    </>
  )
}
