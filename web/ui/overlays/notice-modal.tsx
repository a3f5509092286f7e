import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'

type NoticeModalProps = {
  open: boolean
  title: string
  text: string
  /** What the button that closes it says. */
  confirm: string
  onClose: () => void
  /** Another action, next to the button. */
  children?: ReactNode
}

/** Says something that has to be read, and stays until it has been. */
export function NoticeModal({ open, title, text, confirm, onClose, children }: NoticeModalProps) {
  return (
    <Dialog open={open} size="small" title={title} onCloseRequest={onClose}>
      <DialogBody>
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
