import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'

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
      <DialogBody id={id}>
        <p className="text-14 breaks">{t('shareText', { count })}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{tLibrary('actions.cancel')}</Button>
        <Button
          look="primary"
          data-autofocus
          onClick={() => {
            onShare()
            onClose()
          }}
        >
          {t('shareSubmit', { count })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
