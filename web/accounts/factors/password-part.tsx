import { useTranslations } from 'use-intl'
import { factorCalls, type Factors } from '#contract/accounts/factors.ts'
import { FormButton } from '#web/accounts/settings/form-button.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import { factorChanges } from './list-factors.ts'

/** Changes the account's password, and removes it if there is a passkey. */
export function PasswordPart({ factors, email }: { factors: Factors; email: string }) {
  const t = useTranslations('accounts.factors')
  const tProfile = useTranslations('accounts.profile')
  const { whenProved, dialog } = useProof()
  const changing = useDialog()
  const removing = useDialog()
  const hasPasskey = factors.passkeys.some(({ isActive }) => isActive)
  const hasFactor = hasPasskey || factors.app?.isActive === true
  return (
    <>
      <div className="row wrap gap-8">
        <FormButton label={tProfile('changePassword')} form="password" dialog={changing}>
          {({ PasswordDialog }) => (
            <PasswordDialog
              key={changing.opening}
              open={changing.isOpen}
              email={email}
              needsFactor={hasFactor}
              onClose={changing.close}
            />
          )}
        </FormButton>
        {hasPasskey && (
          <Button onClick={() => void whenProved(removing.open)}>{t('removePassword')}</Button>
        )}
      </div>
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
