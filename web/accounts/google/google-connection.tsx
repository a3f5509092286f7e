import { useTranslations } from 'use-intl'
import { googleCalls } from '#contract/accounts/google.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'

/** `isNeeded`: the account has nothing else to sign in with. */
type GoogleConnectionProps = { isNeeded: boolean }

/** Shows that Google is connected, and disconnects it if it is not needed. */
export function GoogleConnection({ isNeeded }: GoogleConnectionProps) {
  const t = useTranslations('accounts.profile')
  const unlink = useToastedCall(googleCalls.unlinkGoogle, {
    changes: ['profile'],
    onSuccess: () => toastSuccess(t('googleUnlinked')),
  })
  const { whenProved, dialog } = useProof()

  if (isNeeded) return <p>{t('googleOnlyText')}</p>
  return (
    <>
      <p>{t('googleText')}</p>
      <Button busy={unlink.isPending} onClick={() => void whenProved(() => unlink.mutate({}))}>
        {t('unlinkGoogle')}
      </Button>
      {dialog}
    </>
  )
}
