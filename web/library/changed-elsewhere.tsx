import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

type ChangedElsewhereProps = {
  /** The edited text, for the clipboard. */
  text: string
  /** A comparison of the edited and the stored text. */
  children: ReactNode
  onOverwrite: () => void
}

/** Offers to compare, copy or overwrite after an edit conflict. */
export function ChangedElsewhere({ text, children, onOverwrite }: ChangedElsewhereProps) {
  const t = useTranslations('history.changed')
  const comparison = useDialog()
  async function copy() {
    if (await copyText(text)) toastSuccess(t('copied'))
    else toastError(t('copyFailed'))
  }
  return (
    <>
      <Button onClick={comparison.open}>{t('compare')}</Button>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <Button onClick={onOverwrite}>{t('overwrite')}</Button>
      {comparison.isShown && (
        <Dialog
          key={comparison.opening}
          open={comparison.isOpen}
          size="large"
          title={t('compareTitle')}
          onCloseRequest={comparison.close}
        >
          <DialogBody>
            <p className="text-14">{t('legend')}</p>
            {children}
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}

export function isChangedElsewhere(error: Error | null): boolean {
  return error instanceof ApiError && ['prompt_changed', 'changed_elsewhere'].includes(error.code)
}
