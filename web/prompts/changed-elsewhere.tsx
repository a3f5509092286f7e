import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

type ChangedElsewhereProps = { text: string; onOverwrite: () => void }

/** What can be done with a text whose prompt says something else by now. */
export function ChangedElsewhere({ text, onOverwrite }: ChangedElsewhereProps) {
  const t = useTranslations('library.changed')
  async function copy() {
    if (await copyText(text)) toastSuccess(t('copied'))
    else toastError(t('copyFailed'))
  }
  return (
    <>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <Button onClick={onOverwrite}>{t('overwrite')}</Button>
    </>
  )
}

export function isChangedElsewhere(error: Error): boolean {
  return error instanceof ApiError && error.code === 'prompt_changed'
}
