import { use, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { useErrorFocus } from '#web/ui/controls/field.tsx'
import { CloseRequest, DialogBody, DialogFoot } from './dialog.tsx'

type DialogFormProps = {
  /** Label of the button that submits. */
  submit: string
  look?: 'primary' | 'danger'
  isBusy: boolean
  isReady?: boolean
  /** The first invalid field is focused each time this changes. */
  error?: unknown
  /** Whether the focus is on the button: for a question, or a form that may have no field. */
  startsAtSubmit?: boolean
  /** The id of its body, for a question. */
  id?: string
  /** Called if it is ready and not busy. */
  onSubmit: () => void
  children: ReactNode
}

/** The form that is all of a dialog: its fields, Cancel and the button that submits. */
export function DialogForm(props: DialogFormProps) {
  const { submit, look = 'primary', isBusy, isReady = true, error, startsAtSubmit } = props
  const t = useTranslations('shell')
  const form = useRef<HTMLFormElement>(null)
  const close = use(CloseRequest)
  useErrorFocus(form, error)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) props.onSubmit()
      }}
    >
      <DialogBody id={props.id}>{props.children}</DialogBody>
      <DialogFoot>
        <Button disabled={!close} onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          look={look}
          type="submit"
          busy={isBusy}
          disabled={!isReady}
          data-autofocus={startsAtSubmit || undefined}
        >
          {submit}
        </Button>
      </DialogFoot>
    </form>
  )
}
