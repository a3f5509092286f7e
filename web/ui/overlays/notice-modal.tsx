import { useId, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'

type NoticeModalProps = {
  open: boolean
  title: string
  text: string
  /** Label of the button that closes it. */
  confirm: string
  onClose: () => void
  /** A further action, next to the button. */
  children?: ReactNode
}

/** A notice that stays until it is confirmed. */
export function NoticeModal({ open, title, text, confirm, onClose, children }: NoticeModalProps) {
  const id = useId()
  return (
    <Dialog open={open} size="small" title={title} about={id} onCloseRequest={onClose}>
      <DialogBody id={id}>
        <p className="text-14 quiet">{text}</p>
      </DialogBody>
      <DialogFoot>
        {children}
        <Button look="primary" data-autofocus onClick={onClose}>
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
