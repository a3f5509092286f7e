import { use, useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { useErrorFocus } from '#web/ui/controls/field.tsx'
import { CloseRequest, DialogBody, DialogFoot } from './dialog.tsx'

type DialogFormProps = {
  /** Label of the submit button. */
  submit: string
  look?: 'primary' | 'danger'
  isBusy: boolean
  isReady?: boolean
  /** The first invalid field is focused each time this changes. */
  error?: unknown
  /** Whether the submit button gets the focus: for a question, or a form without a field. */
  startsAtSubmit?: boolean
  /** The id of its body, for a question. */
  id?: string
  /** Called if it is ready and not busy. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The form that fills a dialog: its fields, Cancel and the submit button. */
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
        if (isReady && !isBusy) props.onSubmit(event)
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
