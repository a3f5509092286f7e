import { useTranslations } from 'use-intl'
import { googleCalls } from '#contract/accounts/google.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'

/** Disconnects Google. */
export function GoogleConnection() {
  const t = useTranslations('accounts.profile')
  const unlink = useToastedCall(googleCalls.unlinkGoogle, {
    changes: ['profile'],
    onSuccess: () => toastSuccess(t('googleUnlinked')),
  })
  const { whenProved, dialog } = useProof()

  return (
    <>
      <Button busy={unlink.isPending} onClick={() => void whenProved(() => unlink.mutate({}))}>
        {t('unlinkGoogle')}
      </Button>
      {dialog}
    </>
  )
}
