import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { defaultColor, palette } from '#contract/core/colors.ts'
import { isSameEdit, pickEdit, type Prompt, type PromptEdit } from '#contract/library/prompts.ts'
import { renamesBetween, type Rename } from '#contract/variables/renames.ts'
import { toShortName } from '#contract/core/short-names.ts'
import { trimEdit } from '#contract/library/trim-edit.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { namedVariables } from '#contract/variables/variable-edits.ts'
import { toPlainText, toStoredForm, variableNames } from '#contract/variables/variables.ts'
import { ApiError } from '#web/api/api-error.ts'
import { keepsDrafts } from '#web/api/device-drafts.ts'
import { eraseDraft, readDraft, useDraft } from '#web/api/draft.ts'
import { PromptEditor, type PromptEditorControls } from '#web/prompts/editor/prompt-editor.tsx'
import {
  settingProblem,
  tidySettings,
  withNewName,
} from '#web/prompts/editor/settings/setting-edits.ts'
import { renameLastValues } from '#web/prompts/values/last-values.ts'
import { ChangedElsewhere, isChangedElsewhere } from '#web/library/changed-elsewhere.tsx'
import {
  proposalOf,
  SaveFailure,
  useFieldErrors,
  type FieldErrors,
  useSaveOnReturn,
  useFailureToast,
} from '#web/library/save-failure.tsx'
import { TextDifference } from '#web/library/difference/text-difference.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ColorButton } from '#web/ui/controls/color-picker.tsx'
import { DialogBody, DialogFoot, focusAtEnd } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { UnsavedQuestion, useUnsavedGuard } from '#web/api/unsaved-guard.tsx'
import { formKeyOf, useKeptInput, type FormDraft } from './device-draft.ts'
import { FillInText } from './fill-in/fill-in-text.tsx'
import { FillInContext, useFillInState } from './fill-in/fill-in-settings.ts'
import { promptQuery } from './get-prompt.ts'
import { NotesField } from './notes-field.tsx'
import { ShortNameField, WhenToUseField } from './short-name/short-name-field.tsx'
import { proposeTitle } from './propose-title.ts'
import styles from './prompt-dialog.module.css'

export type PromptChange = PromptEdit & {
  /** The version that the dialog opened with; undefined to replace any version. */
  updatedAt: string | undefined
  renames: Rename[]
}

type PromptFormProps = {
  /** Whether its dialog is open. */
  open: boolean
  draft: FormDraft
  /** The folder of a new prompt. */
  folderId: string | null
  /** The prompt to change; undefined to create one. */
  prompt?: Prompt
  /** The title of a new prompt, if already typed. */
  firstName?: string | undefined
  /** The text of a new prompt, if it was pasted outside a form, or is a model's answer. */
  firstText?: string | undefined
  /** Whether braces in that text are plain text, and nothing in it is converted. */
  isLiteral?: boolean | undefined
  isBusy: boolean
  error: Error | null
  /** Why saving will fail, if that is known in advance. */
  notice?: ReactNode
  onSubmit: (
    form: PromptChange,
    outcome: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void
  onClose: () => void
  /** Shown below the fields. */
  children?: ReactNode
}

/** The form in the dialogs that create and change a prompt. */
export function PromptForm(props: PromptFormProps) {
  const { open, prompt, firstName, firstText, isLiteral = false } = props
  const { isBusy, error, notice, onSubmit, onClose, draft, folderId } = props
  const t = useTranslations('library')
  const toastFailure = useFailureToast()
  const draftKey = formKeyOf(prompt?.id)
  const [before] = useState(() => toForm(prompt))
  const [form, setForm] = useState(() => ({
    ...before,
    name: firstName || proposeTitle(firstText ?? '') || before.name,
    text: firstText ?? before.text,
    variables: isLiteral ? literalsIn(firstText ?? '') : before.variables,
    ...((draft.former?.form ?? readDraft(draftKey)) as Partial<typeof before> | undefined),
  }))
  const [sent, setSent] = useState(form)
  const [initialText] = useState(form.text)
  const hasChanged = hasTextChanged(form, before) || hasVariablesChanged(form, before)
  const { blocker, release } = useUnsavedGuard(() => open && hasChanged)
  useDraft(draftKey, hasChanged ? form : undefined)
  const kept = useKeptInput(draft, prompt?.id, folderId, hasChanged ? form : undefined)
  const [isLarge, setLarge] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const shortNameField = useRef<HTMLInputElement>(null)
  const whenToUseField = useRef<HTMLTextAreaElement>(null)
  const notesField = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<PromptEditorControls>(null)
  // For a dialog that opened before the form had loaded. Otherwise the dialog sets the focus.
  useEffect(() => focusAtEnd(nameField.current), [])
  const isComplete = form.name.trim() !== ''

  const fieldErrors = useFieldErrors(error)
  const errorOf = (field: 'name' | 'shortName' | 'whenToUse' | 'notes') =>
    form[field] === sent[field] ? fieldErrors[field] : undefined
  const isSent = form.text === sent.text && form.variables === sent.variables
  const textError = isSent ? fieldErrors.prompt : undefined
  useEffect(() => {
    const controls: Record<keyof FieldErrors, { focus: () => void } | null> = {
      name: nameField.current,
      prompt: editor.current,
      shortName: shortNameField.current,
      whenToUse: whenToUseField.current,
      notes: notesField.current,
    }
    for (const field of Object.keys(fieldErrors)) controls[field as keyof FieldErrors]?.focus()
  }, [fieldErrors])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isComplete) nameField.current?.focus()
    save(form.updatedAt)
  }

  function save(updatedAt: string | undefined) {
    if (!isComplete || isBusy || editor.current?.focusRefused()) return
    const edit = toEdit(form, before)
    const refused = edit.variables?.find((setting) => settingProblem(setting))
    if (refused) return editor.current?.showProblem(refused.name)
    setSent(form)
    const renames = renamesOf(form, before)
    const change = { ...edit, updatedAt, renames }
    const close = (text: string) => {
      if (prompt) renameLastValues(prompt.id, renames)
      release()
      eraseDraft(draftKey)
      onClose()
      toastSuccess(text)
    }
    onSubmit(change, {
      onSuccess: () => {
        kept.forget()
        close(t(prompt ? 'prompt.saved' : 'prompt.created'))
      },
      onError: (failure) => {
        const isLost = failure instanceof ApiError && failure.isUnreachable
        if (!isLost || !keepsDrafts()) return toastFailure(failure)
        kept.keep(change).then(
          () => close(t('prompt.kept')),
          () => toastFailure(failure),
        )
      },
    })
  }

  const saveAtOnce = useEffectEvent(() => {
    if (draft.saves) save(form.updatedAt)
  })
  useEffect(() => saveAtOnce(), [])

  // Later input is not saved automatically, and the form keeps its version: a newer one is a conflict.
  const shownError = useSaveOnReturn(error, () => {
    if (open && form === sent) save(form.updatedAt)
  })

  /** Enter moves from the title to the body, and from the short name to its description. It never saves. */
  function moveOn(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !isSaveKey(event) && !event.nativeEvent.isComposing
    if (!isEnter || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.target === nameField.current) editor.current?.focus()
    if (event.target === shortNameField.current) whenToUseField.current?.focus()
  }

  return (
    <>
      <form
        className={styles.form}
        data-large={isLarge || undefined}
        noValidate
        onSubmit={submit}
        onKeyDown={moveOn}
      >
        <DialogBody>
          <div className="stack one-column gap-16">
            <Field
              ref={nameField}
              label={t('prompt.name')}
              required
              dir="auto"
              autoComplete="off"
              enterKeyHint="next"
              data-autofocus
              error={errorOf('name')}
              value={form.name}
              onChange={(event) => setForm({ ...form, name: event.target.value })}
              tool={
                <ColorButton
                  label={t('prompt.color')}
                  names={palette.map((entry) => t(`colors.${entry}`))}
                  color={form.color}
                  onChange={(color) => setForm({ ...form, color })}
                />
              }
            />
            <PromptEditor
              ref={editor}
              label={t('prompt.body')}
              initialText={initialText}
              named={form.named}
              variables={form.variables}
              renames={form.renames}
              error={textError}
              isPasted={firstText !== undefined && !isLiteral}
              action={
                <IconButton
                  label={t(isLarge ? 'prompt.smaller' : 'prompt.larger')}
                  aria-pressed={isLarge}
                  onClick={() => setLarge(!isLarge)}
                >
                  {isLarge ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
                </IconButton>
              }
              sample={VariableSample}
              onChange={(change) => setForm((typed) => ({ ...typed, ...change }))}
            />
            <div className={styles.options}>
              <ShortNameField
                ref={shortNameField}
                title={form.name}
                shortName={form.shortName}
                error={errorOf('shortName')}
                free={proposalOf(error)}
                onChange={(shortName) => setForm((typed) => ({ ...typed, shortName }))}
              />
              {(form.shortName !== '' || form.whenToUse !== '') && (
                <WhenToUseField
                  ref={whenToUseField}
                  whenToUse={form.whenToUse}
                  error={errorOf('whenToUse')}
                  onChange={(whenToUse) => setForm({ ...form, whenToUse })}
                />
              )}
              <NotesField
                ref={notesField}
                isOn={form.withNotes}
                notes={form.notes}
                error={errorOf('notes')}
                onToggle={(withNotes) => setForm({ ...form, withNotes })}
                onChange={(notes) => setForm({ ...form, notes })}
              />
            </div>
            {props.children}
          </div>
        </DialogBody>
        <DialogFoot>
          <div className={styles.outcome}>
            <SaveFailure error={shownError} notice={notice}>
              {isChangedElsewhere(error) && (
                <ChangedElsewhere text={form.text} onOverwrite={() => save(undefined)}>
                  <Comparison promptId={prompt?.id ?? ''} edit={toEdit(form, before)} />
                </ChangedElsewhere>
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
      <UnsavedQuestion blocker={blocker} />
    </>
  )
}

function Comparison({ promptId, edit }: { promptId: string; edit: PromptEdit }) {
  const { data: stored } = useQuery(promptQuery(promptId))
  if (!stored) return <div aria-busy />
  const later = { ...edit, variables: edit.variables ?? stored.variables }
  return <TextDifference previous={stored} later={later} />
}

/** Previews a variable as it is filled in. Resets with each change of its setting. */
function VariableSample({ setting }: { setting: VariableSetting }) {
  return <FreshSample key={JSON.stringify(setting)} setting={setting} />
}

function FreshSample({ setting }: { setting: VariableSetting }) {
  const variables = useMemo(() => [setting], [setting])
  return (
    <FillInContext value={useFillInState(variables)}>
      <FillInText body={`{<b>${setting.name}</b>}`} />
    </FillInContext>
  )
}

/** An empty form. Its type requires every field that the form has a control for. */
const emptyEdit: Required<PromptEdit> = {
  name: '',
  shortName: null,
  whenToUse: null,
  color: defaultColor,
  notes: null,
  prompt: '',
  variables: [],
}

function toForm(prompt: Prompt | undefined) {
  const { prompt: body, notes, variables = [], ...edit } = prompt ? pickEdit(prompt) : emptyEdit
  return {
    ...edit,
    shortName: edit.shortName ?? '',
    whenToUse: edit.whenToUse ?? '',
    text: toPlainText(body),
    /** An array rather than a set, which cannot be stored in a draft. */
    named: [...namedVariables(body)] as readonly string[],
    variables: variables as readonly VariableSetting[],
    renames: [] as readonly Rename[],
    withNotes: notes !== null,
    notes: notes ?? '',
    updatedAt: prompt?.updatedAt,
  }
}
type Form = ReturnType<typeof toForm>

/** Settings that make all braces of a text part of it. */
function literalsIn(text: string): VariableSetting[] {
  return variableNames(text).map((name) => ({ name, kind: 'literal' }))
}

/** Returns what a form saves. `previous`: the form before its changes. */
function toEdit(form: Form, previous: Form): PromptEdit {
  const { withNotes, notes, shortName, whenToUse, ...edit } = form
  // Includes renames typed before the editor had loaded.
  const variables = renamesOf(form, previous).reduce(
    (settings, rename) =>
      settings.some(({ name }) => name === rename.to) ? settings : withNewName(settings, rename),
    form.variables,
  )
  return trimEdit(
    pickEdit({
      ...edit,
      // A name that cannot be normalised is sent as typed, and rejected.
      shortName: toShortName(shortName) ?? (shortName || null),
      whenToUse: whenToUse.trim() || null,
      notes: withNotes ? notes : null,
      prompt: storedBody(form),
      variables: tidySettings(variables, previous.variables),
    }),
  )
}

function renamesOf(form: Form, previous: Form): Rename[] {
  return renamesBetween(storedBody(previous), storedBody(form), form.renames)
}

function storedBody({ text, named }: Form): string {
  return toStoredForm(text, new Set(named))
}

/** Runs on each key press, also for a long text: nothing is parsed. */
function hasTextChanged(form: Form, previous: Form): boolean {
  const textsOf = ({ withNotes, notes, text, ...edit }: Form): PromptEdit => ({
    ...edit,
    notes: withNotes ? notes : null,
    prompt: text,
    variables: undefined,
  })
  return !isSameEdit(textsOf(form), textsOf(previous))
}

/** Settings and names are compared only if the text uses them. */
function hasVariablesChanged(form: Form, previous: Form): boolean {
  if (form.named === previous.named && form.variables === previous.variables) return false
  return !isSameEdit(toEdit(form, previous), toEdit(previous, previous))
}
