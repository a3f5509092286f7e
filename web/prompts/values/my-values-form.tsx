import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AnswerOf } from '#contract/core/call.ts'
import { foldName } from '#contract/variables/fill-in.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { toVariableName } from '#contract/variables/variables.ts'
import { readDraft, useDraft } from '#web/api/draft.ts'
import { useCall } from '#web/api/use-call.ts'
import { ChangedElsewhere, isChangedElsewhere } from '#web/library/changed-elsewhere.tsx'
import { SaveFailure, useSaveOnReturn } from '#web/library/save-failure.tsx'
import { TextDifference } from '#web/library/difference/text-difference.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { FormError, useErrorFocus } from '#web/ui/controls/field.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { isSaveKey } from '#web/ui/save-key.ts'
import { myValuesQuery, variableNamesQuery } from './get-my-values.ts'
import styles from './my-values-form.module.css'
import { rowsOf } from '#web/ui/browser/rows-of.ts'
import { live } from '#web/ui/live-text.tsx'

/** `key` identifies a row while it is edited. */
type Row = Value & { key: number }
/** The edited rows, and the stored values that they are based on. */
type Edited = { rows: readonly Row[]; former: Value[] }
type Problem = { key: number; text: 'nameMissing' | 'nameInvalid' | 'nameTwice' }

const draftKey = 'my values'

/** A form for the account's own values, which fill in every variable with their name. All rows are saved together. */
export function MyValuesForm() {
  const t = useTranslations('values.mine')
  const { data, isFetching, isError, refetch } = useQuery(myValuesQuery)
  if (data) return <MyValues stored={data.values} />
  if (!isError) return null
  // An empty form would erase the stored values when saved.
  return (
    <>
      <p role="alert">{t('loadFailed')}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </>
  )
}

function MyValues({ stored }: { stored: Value[] }) {
  const t = useTranslations('values.mine')
  const errorText = useErrorText()
  const save = useCall(valueCalls.setMyValues, { changes: ['my-values'] })
  const [edited, setEdited] = useState(() => readDraft(draftKey) as Edited | undefined)
  useDraft(draftKey, edited)
  const [problem, setProblem] = useState<Problem>()
  const [added, setAdded] = useState(-1)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, problem)
  const addButton = useRef<HTMLButtonElement>(null)
  const variables = useQuery(variableNamesQuery).data
  const rows = edited?.rows ?? stored.map((value, key) => ({ ...value, key }))

  function change(next: readonly Row[]) {
    setEdited({ rows: next, former: edited?.former ?? stored })
    setProblem(undefined)
  }

  function changeRow(key: number, fields: Partial<Value>) {
    change(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  }

  function add() {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    setAdded(key)
    change([...rows, { key, name: '', value: '' }])
  }

  function remove(key: number) {
    change(rows.filter((row) => row.key !== key))
    addButton.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    submitOver(edited?.former)
  }

  /** `former` is the version to replace. Undefined overwrites any version. */
  function submitOver(former: Value[] | undefined) {
    if (!edited || save.isPending) return
    const filled = filledIn(edited.rows)
    const invalid = findProblem(filled)
    setProblem(invalid)
    if (invalid) return
    const values = filled.map(({ name, value }) => ({ name: toVariableName(name) ?? '', value }))
    const onSuccess = () =>
      // Edits made while saving are based on the saved version.
      setEdited((now) => (now && now.rows !== edited.rows ? { ...now, former: values } : undefined))
    setSent(edited.rows)
    save.mutate({ values, former }, { onSuccess })
  }

  const [sent, setSent] = useState<readonly Row[]>()
  const shownError = useSaveOnReturn(save.error, () => {
    if (edited && edited.rows === sent) submitOver(edited.former)
  })

  function submitByKey(event: KeyboardEvent) {
    if (!isSaveKey(event)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  return (
    <form ref={form} noValidate className="stack gap-6" onSubmit={submit} onKeyDown={submitByKey}>
      {rows.length > 0 && (
        <div className={styles.heads} aria-hidden>
          <span>{t('name')}</span>
          <span>{t('value')}</span>
        </div>
      )}
      <ul className={styles.rows}>
        {rows.map(({ key, name, value }) => {
          const isWrong = problem?.key === key
          return (
            <li key={key} className={styles.row}>
              <input
                className={fieldStyles.input}
                aria-label={t('name')}
                placeholder={t('name')}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${id}-problem` : undefined}
                list={`${id}-names`}
                dir="auto"
                autoComplete="off"
                autoCapitalize="none"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row was asked for
                autoFocus={key === added}
                value={name}
                onChange={(event) => changeRow(key, { name: event.target.value })}
              />
              <textarea
                className={classNames(fieldStyles.input, styles.value)}
                rows={rowsOf(value, 1)}
                placeholder={t('value')}
                aria-label={name.trim() === '' ? t('value') : t('valueOf', { name: name.trim() })}
                dir="auto"
                autoComplete="off"
                value={value}
                onChange={(event) => changeRow(key, { value: event.target.value })}
              />
              <IconButton
                className={styles.remove}
                label={name.trim() === '' ? t('removeUnnamed') : t('remove', { name: name.trim() })}
                onClick={() => remove(key)}
              >
                <X size={16} />
              </IconButton>
              {!isWrong && <Uses name={name} variables={variables} />}
              {isWrong && (
                <p id={`${id}-problem`} className={styles.problem}>
                  {t(problem.text)}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <datalist id={`${id}-names`}>
        {variables?.names
          .filter((known) => rows.every((row) => foldName(row.name) !== foldName(known.name)))
          .map((known) => (
            <option key={known.name} value={known.name}>
              {known.name}
            </option>
          ))}
      </datalist>
      {isChangedElsewhere(save.error) ? (
        <SaveFailure error={save.error}>
          <ChangedElsewhere text={asText(filledIn(rows))} onOverwrite={() => submitOver(undefined)}>
            <TextDifference previous={asBody(stored)} later={asBody(filledIn(rows))} />
          </ChangedElsewhere>
        </SaveFailure>
      ) : (
        <FormError>{shownError && errorText(shownError)}</FormError>
      )}
      <div className={styles.buttons}>
        <Button ref={addButton} icon={<Plus size={16} />} onClick={add}>
          {t('add')}
        </Button>
        {(rows.length > 0 || edited) && (
          <Button type="submit" busy={save.isPending} disabled={!edited}>
            {t('submit')}
          </Button>
        )}
        <p {...live} className={styles.saved}>
          {save.isSuccess && !edited && t('saved')}
        </p>
      </div>
    </form>
  )
}

type UsesProps = {
  name: string
  variables: AnswerOf<typeof valueCalls.listVariableNames> | undefined
}

/** Shows how many prompts have a variable, unless the library is too large to count them. */
function Uses({ name, variables }: UsesProps) {
  const t = useTranslations('values.mine')
  const variable = toVariableName(name)
  if (variable === undefined || !variables || variables.isPartial) return null
  const known = variables.names.find((one) => foldName(one.name) === foldName(variable))
  return <p className={styles.uses}>{t('usedIn', { count: known?.prompts ?? 0 })}</p>
}

/** Leaves out empty rows. */
function filledIn(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ name, value }) => name.trim() !== '' || value !== '')
}

function asText(values: readonly Value[]): string {
  return values.map(({ name, value }) => `${name}: ${value}`).join('\n')
}

/** Shapes values like a prompt, for comparison. */
function asBody(values: readonly Value[]) {
  return { name: '', prompt: asText(values), notes: null, variables: [] }
}

function findProblem(rows: readonly Row[]): Problem | undefined {
  const names = new Set<string>()
  for (const { key, name } of rows) {
    if (name.trim() === '') return { key, text: 'nameMissing' }
    const variable = toVariableName(name)
    if (variable === undefined) return { key, text: 'nameInvalid' }
    if (names.has(variable)) return { key, text: 'nameTwice' }
    names.add(variable)
  }
  return undefined
}
