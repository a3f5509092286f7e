import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { useUnlinkGoogle } from '#web/accounts/unlink-google.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'

/** Says that Google signs in to the account, and ends that where a password is left to sign in with. */
export function GoogleConnection({ isGoogleOnly }: { isGoogleOnly: boolean }) {
  const t = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const unlink = useUnlinkGoogle(() => toastSuccess(t('googleUnlinked')))
  const { whenProved, dialog } = useProof()

  function disconnect() {
    unlink.mutate(undefined, { onError: (error) => toastError(errorText(error)) })
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
