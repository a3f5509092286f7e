import { useTranslations } from 'use-intl'
import { apiPaths } from '#web/api/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from './use-proof.tsx'

/** Downloads everything that is stored about the account. */
export function DataDownload() {
  const t = useTranslations('accounts.profile')
  const { whenProved, dialog } = useProof()

  /** The response is an attachment, so the page stays open. */
  function download() {
    location.assign(apiPaths.downloadAccount)
    toastSuccess(t('downloadStarts'))
  }

  return (
    <>
      <Button onClick={() => void whenProved(download)}>{t('download')}</Button>
      {dialog}
    </>
  )
}
