import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import type { Resource } from '#web/api/resources.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'

type QuestionProps<C extends Call> = {
  open: boolean
  title: string
  children: ReactNode
  /** Label of the button that makes the call. */
  submit: string
  call: C
  input: InputOf<C>
  changes: readonly Resource[]
  /** Called even if what was deleted takes the question with it. */
  onDone: (answer: AnswerOf<C>) => void
  onClose: () => void
}

/** Asks for confirmation before a call that deletes something. */
export function Question<C extends Call>(props: QuestionProps<C>) {
  const { open, title, children, submit, call, input, changes, onDone, onClose } = props
  const t = useTranslations('library')
  const id = useId()
  const { mutate, isPending } = useToastedCall(call, { changes, onSuccess: onDone })
  return (
    <Dialog open={open} size="small" title={title} about={id} onCloseRequest={onClose}>
      <DialogBody id={id}>{children}</DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button
          look="danger"
          data-autofocus
          busy={isPending}
          onClick={() => mutate(input, { onSuccess: onClose })}
        >
          {submit}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
