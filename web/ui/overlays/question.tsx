import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'

type QuestionProps = {
  open: boolean
  title: string
  children: ReactNode
  /** Label of the button that continues. */
  submit: string
  busy: boolean
  onSubmit: () => void
  onClose: () => void
}

/** Asks for confirmation before something that cannot be undone. */
export function Question({ open, title, children, submit, busy, ...props }: QuestionProps) {
  const t = useTranslations('library')
  return (
    <Dialog open={open} size="small" title={title} onCloseRequest={props.onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot>
        <Button onClick={props.onClose}>{t('actions.cancel')}</Button>
        <Button look="danger" data-autofocus busy={busy} onClick={props.onSubmit}>
          {submit}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
