import { useTranslations } from 'use-intl'
import { googleCalls } from '#contract/accounts/google.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'

/** Shows that Google is connected, and disconnects it if the account has a password to sign in with. */
export function GoogleConnection({ isGoogleOnly }: { isGoogleOnly: boolean }) {
  const t = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const unlink = useCall(googleCalls.unlinkGoogle, {
    changes: ['profile'],
    onSuccess: () => toastSuccess(t('googleUnlinked')),
  })
  const { whenProved, dialog } = useProof()

  function disconnect() {
    unlink.mutate({}, { onError: (error) => toastError(errorText(error)) })
  }

  if (isGoogleOnly) return <p>{t('googleOnlyText')}</p>
  return (
    <>
      <p>{t('googleText')}</p>
      <Button busy={unlink.isPending} onClick={() => void whenProved(disconnect)}>
        {t('unlinkGoogle')}
      </Button>
      {dialog}
    </>
  )
}
