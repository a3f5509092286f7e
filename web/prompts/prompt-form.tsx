import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { useTranslations } from 'use-intl'
import { defaultColor, palette } from '#contract/colors.ts'
import { isSameEdit, pickEdit, type Prompt, type PromptEdit } from '#contract/prompts.ts'
import { toPlainText, toStoredForm } from '#contract/variables.ts'
import { eraseDraft, offerDraft, readDraft } from '#web/api/draft.ts'
import { PromptEditor } from '#web/editor/prompt-editor.tsx'
import { SaveFailure, useFieldErrors, useFailureToast } from '#web/library/save-failure.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ColorPicker } from '#web/ui/controls/color-picker.tsx'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { UnsavedQuestion, useUnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { ChangedElsewhere, isChangedElsewhere } from './changed-elsewhere.tsx'
import { NotesField } from './notes-field.tsx'
import styles from './prompt-dialog.module.css'

type PromptChange = PromptEdit & {
  /** Of the version that the dialog opened with; undefined to replace whatever is stored by now. */
  updatedAt: string | undefined
}

type PromptFormProps = {
  ref: Ref<HTMLFormElement>
  /** Whether its dialog is open. */
  open: boolean
  /** The prompt to change; undefined to create one. */
  prompt?: Prompt
  /** What was typed before the form had loaded. */
  typedName?: string
  isBusy: boolean
  error: Error | null
  /** Why saving will be refused, if that is known. */
  notice?: ReactNode
  onSubmit: (
    form: PromptChange,
    outcome: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void
  onClose: () => void
  /** Below the fields. */
  children?: ReactNode
}

/** The form in the dialogs that create and change a prompt. */
export function PromptForm(props: PromptFormProps) {
  const { ref, open, prompt, typedName = '', isBusy, error, notice, onSubmit, onClose } = props
  const t = useTranslations('library')
  const toastFailure = useFailureToast()
  const draftKey = prompt ? `prompt ${prompt.id}` : 'new prompt'
  const [before] = useState(() => toForm(prompt))
  const [form, setForm] = useState(
    () =>
      (readDraft(draftKey) as typeof before | undefined) ?? {
        ...before,
        name: typedName || before.name,
      },
  )
  const [sent, setSent] = useState(form)
  const [firstText] = useState(form.text)
  const hasChanged = !isSameEdit(toEdit(form), toEdit(before))
  const { blocker, release } = useUnsavedGuard(() => open && hasChanged)
  useEffect(
    () => (hasChanged ? offerDraft(draftKey, () => form) : undefined),
    [draftKey, form, hasChanged],
  )
  useEffect(() => () => eraseDraft(draftKey), [draftKey])
  const nameField = useRef<HTMLInputElement>(null)
  const notesField = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<{ focus: () => void }>(null)
  // For a dialog that opened before the form had loaded. Otherwise the dialog sets the focus.
  useEffect(() => nameField.current?.focus(), [])
  const isComplete = form.name.trim() !== ''

  const fieldErrors = useFieldErrors(error)
  const nameError = form.name === sent.name ? fieldErrors.name : undefined
  const textError = form.text === sent.text ? fieldErrors.prompt : undefined
  const notesError = form.notes === sent.notes ? fieldErrors.notes : undefined
  useEffect(() => {
    if (fieldErrors.name) nameField.current?.focus()
    else if (fieldErrors.prompt) editor.current?.focus()
    else if (fieldErrors.notes) notesField.current?.focus()
  }, [fieldErrors])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isComplete) nameField.current?.focus()
    save(form.updatedAt)
  }

  function save(updatedAt: string | undefined) {
    if (!isComplete || isBusy) return
    setSent(form)
    onSubmit(
      { ...toEdit(form), prompt: toStoredForm(form.text), updatedAt },
      {
        onSuccess: () => {
          release()
          eraseDraft(draftKey)
          onClose()
          toastSuccess(t(prompt ? 'prompt.saved' : 'prompt.created'))
        },
        onError: toastFailure,
      },
    )
  }

  /** Enter moves from the title to the body. It never saves. */
  function goOn(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !isSaveKey(event) && !event.nativeEvent.isComposing
    if (!isEnter || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.target === nameField.current) editor.current?.focus()
  }

  return (
    <>
      <form ref={ref} className={styles.form} onSubmit={submit} onKeyDown={goOn}>
        <DialogBody>
          <div className={styles.fields}>
            <Field
              ref={nameField}
              label={t('prompt.name')}
              required
              dir="auto"
              autoComplete="off"
              enterKeyHint="next"
              data-autofocus
              error={nameError}
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
              ref={editor}
              label={t('prompt.body')}
              initialText={firstText}
              error={textError}
              onChange={(text) => setForm((typed) => ({ ...typed, text }))}
            />
            <NotesField
              ref={notesField}
              isOn={form.withNotes}
              notes={form.notes}
              error={notesError}
              onToggle={(withNotes) => setForm({ ...form, withNotes })}
              onChange={(notes) => setForm({ ...form, notes })}
            />
            {props.children}
          </div>
        </DialogBody>
        <DialogFoot>
          <div className={styles.outcome}>
            <SaveFailure error={error} notice={notice}>
              {error && isChangedElsewhere(error) && (
                <ChangedElsewhere text={form.text} onOverwrite={() => save(undefined)} />
              )}
            </SaveFailure>
          </div>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            busy={isBusy}
            disabled={!isComplete}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title={t('actions.saveKeys')}
          >
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
        }}
      />
    </>
  )
}

const emptyEdit: PromptEdit = { name: '', color: defaultColor, notes: null, prompt: '' }

function toForm(prompt: Prompt | undefined) {
  const { prompt: body, notes, ...edit } = prompt ? pickEdit(prompt) : emptyEdit
  return {
    ...edit,
    text: toPlainText(body),
    withNotes: notes !== null,
    notes: notes ?? '',
    updatedAt: prompt?.updatedAt,
  }
}

/** What a form says of a prompt, with the plain text for its body. */
function toEdit({ text, withNotes, notes, ...edit }: ReturnType<typeof toForm>): PromptEdit {
  return pickEdit({ ...edit, notes: withNotes ? notes : null, prompt: text })
}
