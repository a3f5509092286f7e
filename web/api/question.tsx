import { useId, type ReactNode } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import type { Resource } from '#web/api/resources.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { useDialog } from '#web/ui/overlays/linger.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'

type QuestionProps<C extends Call> = {
  open: boolean
  title: string
  children: ReactNode
  /** Label of the button that makes the call. */
  submit: string
  call: C
  input: InputOf<C>
  changes: readonly Resource[]
  /** Called even if the deletion unmounts the question. */
  onDone: (answer: AnswerOf<C>) => void
  onClose: () => void
}

type DeletionProps<C extends Call> = Omit<QuestionProps<C>, 'open' | 'onDone' | 'onClose'> & {
  dialog: ReturnType<typeof useDialog>
  /** Shown in a toast. */
  done: string
}

/** A button that opens a question. Reports the deletion in a toast. */
export function Deletion<C extends Call>({ dialog, done, ...question }: DeletionProps<C>) {
  const { isOpen, isShown, opening, close } = dialog
  if (!isShown) return null
  return (
    <Question
      key={opening}
      open={isOpen}
      onDone={() => toastSuccess(done)}
      onClose={close}
      {...question}
    />
  )
}

/** Asks for confirmation before a call that deletes something. */
export function Question<C extends Call>(props: QuestionProps<C>) {
  const { open, title, children, submit, call, input, changes, onDone, onClose } = props
  const id = useId()
  const { mutate, isPending } = useToastedCall(call, { changes, onSuccess: onDone })
  return (
    <Dialog open={open} size="small" title={title} about={id} onCloseRequest={onClose}>
      <DialogForm
        id={id}
        submit={submit}
        look="danger"
        isBusy={isPending}
        startsAtSubmit
        onSubmit={() => mutate(input, { onSuccess: onClose })}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}
