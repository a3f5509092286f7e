import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ShareQuestionProps = {
  open: boolean
  /** The number of prompts that are not shared yet. */
  count: number
  onShare: () => void
  onClose: () => void
}

/** Asks before prompts become readable for anyone with their links. */
export function ShareQuestion({ open, count, onShare, onClose }: ShareQuestionProps) {
  const t = useTranslations('selection')
  const tLibrary = useTranslations('library')
  const id = useId()
  return (
    <Dialog
      open={open}
      size="small"
      title={tLibrary('prompt.share')}
      about={id}
      onCloseRequest={onClose}
    >
      <DialogForm
        id={id}
        submit={t('shareSubmit', { count })}
        isBusy={false}
        startsAtSubmit
        onSubmit={() => {
          onShare()
          onClose()
        }}
      >
        <p className="text-14 breaks">{t('shareText', { count })}</p>
      </DialogForm>
    </Dialog>
  )
}
