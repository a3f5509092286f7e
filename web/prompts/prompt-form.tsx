import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { defaultColor, palette } from '#contract/colors.ts'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import { toPlainText, toStoredForm } from '#contract/variables.ts'
import { PromptEditor } from '#web/editor/prompt-editor.tsx'
import { FormFailure, useFailureToast } from '#web/ui/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { ColorPicker } from '#web/ui/color-picker.tsx'
import { DialogBody, DialogFoot } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { UnsavedQuestion, useUnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { ChangedElsewhere, isChangedElsewhere } from './changed-elsewhere.tsx'
import { NotesField } from './notes-field.tsx'
import styles from './prompt-dialog.module.css'

type PromptText = {
  name: string
  color: string
  notes: string | null
  prompt: string
  /** Of the prompt as it was when the dialog opened; undefined to replace whatever is there by now. */
  updatedAt: string | undefined
}

type PromptFormProps = {
  /** Whether its dialog is. */
  open: boolean
  /** The prompt to change; without one, a new one is made. */
  prompt?: Prompt
  isBusy: boolean
  error: Error | null
  onSubmit: (
    form: PromptText,
    outcome: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void
  onClose: () => void
  /** Below the fields. */
  children?: ReactNode
}

/** What a dialog asks of a prompt. */
export function PromptForm(props: PromptFormProps) {
  const { open, prompt, isBusy, error, onSubmit, onClose, children } = props
  const t = useTranslations('library')
  const toastFailure = useFailureToast()
  const [before] = useState(() => ({
    name: prompt?.name ?? '',
    color: prompt?.color ?? defaultColor,
    text: prompt ? toPlainText(prompt.prompt) : '',
    withNotes: prompt?.notes != null,
    notes: prompt?.notes ?? '',
    updatedAt: prompt?.updatedAt,
  }))
  const [form, setForm] = useState(before)
  const hasChanged =
    form.name !== before.name ||
    form.color !== before.color ||
    form.text !== before.text ||
    form.withNotes !== before.withNotes ||
    form.notes !== before.notes
  const { blocker, release } = useUnsavedGuard(open && hasChanged)
  const nameField = useRef<HTMLInputElement>(null)
  // Where its dialog was open before it came; one that opens with it sees to that itself.
  useEffect(() => nameField.current?.focus(), [])
  const isComplete = form.name.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    save(before.updatedAt)
  }

  function save(updatedAt: string | undefined) {
    if (!isComplete || isBusy) return
    onSubmit(
      {
        name: form.name,
        color: form.color,
        notes: form.withNotes ? form.notes : null,
        prompt: toStoredForm(form.text),
        updatedAt,
      },
      {
        onSuccess: () => {
          release()
          onClose()
        },
        onError: toastFailure,
      },
    )
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            <Field
              ref={nameField}
              label={t('prompt.name')}
              required
              dir="auto"
              maxLength={limits.nameLength}
              autoComplete="off"
              data-autofocus
              value={form.name}
              onChange={(event) => setForm({ ...form, name: event.target.value })}
            />
            <ColorPicker
              label={t('prompt.color')}
              names={palette.map((entry) => t(`colors.${entry}`))}
              color={form.color}
              onChange={(color) => setForm({ ...form, color })}
            />
            <PromptEditor
              label={t('prompt.body')}
              initialText={before.text}
              onChange={(text) => setForm((typed) => ({ ...typed, text }))}
            />
            <NotesField
              isOn={form.withNotes}
              notes={form.notes}
              onToggle={(withNotes) => setForm({ ...form, withNotes })}
              onChange={(notes) => setForm({ ...form, notes })}
            />
            {children}
          </div>
        </DialogBody>
        <DialogFoot>
          <div className={styles.outcome}>
            <FormFailure error={error}>
              {error && isChangedElsewhere(error) && (
                <ChangedElsewhere text={form.text} onOverwrite={() => save(undefined)} />
              )}
            </FormFailure>
          </div>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button look="primary" type="submit" busy={isBusy} disabled={!isComplete}>
            {t(prompt ? 'prompt.save' : 'prompt.create')}
          </Button>
        </DialogFoot>
      </form>
      <UnsavedQuestion
        blocker={blocker}
        texts={{
          title: t('discard.title'),
          text: t('discard.text'),
          keep: t('discard.keep'),
          discard: t('discard.discard'),
          close: t('actions.close'),
        }}
      />
    </>
  )
}
