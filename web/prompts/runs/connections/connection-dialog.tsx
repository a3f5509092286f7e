import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { connectionCalls, type Connection, type Dialect } from '#contract/runs/connections.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { readDraft, useDraft } from '#web/api/draft.ts'
import { useCall } from '#web/api/use-call.ts'
import { ChangedElsewhere, isChangedElsewhere } from '#web/library/changed-elsewhere.tsx'
import { SaveFailure, useSaveOnReturn } from '#web/library/save-failure.tsx'
import { TextDifference } from '#web/library/difference/text-difference.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useUnsavedDialog } from '#web/api/unsaved-guard.tsx'
import { live } from '#web/ui/live-text.tsx'
import styles from './connections.module.css'
import { ModelPicks } from './model-picks.tsx'
import { otherProvider, providerOf, providersHere } from './providers.ts'

type Problem = {
  field: 'name' | 'baseUrl' | 'models'
  text: 'nameMissing' | 'addressMissing' | 'chooseModel'
}

type ConnectionDialogProps = {
  open: boolean
  /** Undefined for a new one. */
  connection: Connection | undefined
  onClose: () => void
}

const draftKey = 'connection'
type ReadFields = Pick<Connection, 'name' | 'dialect' | 'baseUrl' | 'models'>
type ConnectionFields = ReadFields & { dialect: Dialect }
/** `edited`: an id, or `new`; `former`: what was stored before. */
type ConnectionDraft = { edited: string; fields: ConnectionFields; former: ConnectionFields }

/** Returns the form's input from before its session ended. */
export function readConnectionDraft(): ConnectionDraft | undefined {
  return readDraft(draftKey) as ConnectionDraft | undefined
}

/** Edits a connection to models: the provider, the key, and the models to use. */
export function ConnectionDialog({ open, connection, onClose }: ConnectionDialogProps) {
  const t = useTranslations('runs.own')
  const errorText = useErrorText()
  const id = useId()
  const attempt = useAttempt()
  const providers = providersHere()
  const [first] = providers
  const edited = connection?.id ?? 'new'
  const [before] = useState(() => ({
    name: connection?.name ?? first?.name ?? '',
    // A kind that only a newer server knows is sent back unchanged.
    dialect:
      (connection?.dialect as Dialect | undefined) ?? first?.dialect ?? otherProvider.dialect,
    baseUrl: connection?.baseUrl ?? first?.baseUrl ?? otherProvider.baseUrl,
    models: connection?.models ?? [],
  }))
  const [draft] = useState(() => {
    const kept = readConnectionDraft()
    return kept?.edited === edited ? kept : undefined
  })
  const former = draft?.former ?? before
  const [fields, setFields] = useState<ConnectionFields>(draft?.fields ?? before)
  const change = (part: Partial<ConnectionFields>) => setFields((typed) => ({ ...typed, ...part }))
  const { name, dialect, baseUrl, models } = fields
  const [provider, setProvider] = useState(() => providerOf(baseUrl)?.id ?? otherProvider.id)
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const hasChanged = key !== '' || JSON.stringify(fields) !== JSON.stringify(before)
  // The key is never stored in the browser.
  const typed: ConnectionDraft = { edited, fields, former }
  useDraft(draftKey, open && hasChanged ? typed : undefined)
  const { leave, question } = useUnsavedDialog(hasChanged, onClose)

  const isSameServer =
    connection !== undefined && baseUrl === connection.baseUrl && dialect === connection.dialect
  const keepsKey = isSameServer && key === ''
  const testKept = useCall(connectionCalls.testConnection, { changes: [] })
  const testNew = useCall(connectionCalls.testAddress, { changes: [] })
  const test = keepsKey ? testKept : testNew
  const create = useCall(connectionCalls.createConnection, { changes: ['models'] })
  const update = useCall(connectionCalls.updateConnection, { changes: ['models'] })
  const save = connection ? update : create
  const saveCode = save.error instanceof ApiError ? save.error.code : undefined

  function choose(chosen: string) {
    const next = providers.find((one) => one.id === chosen)
    setProvider(chosen)
    change({
      name: next?.name ?? '',
      dialect: next?.dialect ?? otherProvider.dialect,
      baseUrl: next?.baseUrl ?? otherProvider.baseUrl,
      models: [],
    })
    testNew.reset()
  }

  function runTest() {
    if (baseUrl.trim() === '') return setProblem({ field: 'baseUrl', text: 'addressMissing' })
    setProblem(undefined)
    if (connection && keepsKey) testKept.mutate({ connectionId: connection.id })
    else testNew.mutate({ dialect, baseUrl, key })
  }

  function close(text: string) {
    toastSuccess(text)
    onClose()
  }

  /** `replaced`: the connection as it was stored; undefined to replace any version. */
  function submitOver(replaced: ConnectionFields | undefined) {
    if (name.trim() === '') return setProblem({ field: 'name', text: 'nameMissing' })
    if (baseUrl.trim() === '') return setProblem({ field: 'baseUrl', text: 'addressMissing' })
    if (models.length === 0) return setProblem({ field: 'models', text: 'chooseModel' })
    setProblem(undefined)
    const saved = { onSuccess: () => close(t('saved')) }
    setSent({ fields, key })
    if (!connection) return create.mutate({ attempt, ...fields, key }, saved)
    const changes = { ...fields, ...(!keepsKey && { key }), former: replaced }
    update.mutate({ connectionId: connection.id, ...changes }, saved)
  }

  const [sent, setSent] = useState<{ fields: ConnectionFields; key: string }>()
  const shownError = useSaveOnReturn(save.error, () => {
    if (open && fields === sent?.fields && key === sent.key) submitOver(former)
  })

  const textOf = (field: Problem['field']) =>
    problem?.field === field ? t(problem.text) : undefined
  const saveFailure = shownError ? errorText(shownError) : undefined
  const isOfAddress = saveCode === 'address_invalid' || saveCode === 'address_too_long'
  const nameError = textOf('name') ?? (saveCode === 'name_too_long' ? saveFailure : undefined)
  const addressError = textOf('baseUrl') ?? (isOfAddress ? saveFailure : undefined)
  const keyError = saveCode === 'key_too_long' ? saveFailure : undefined
  const keyHint =
    keepsKey && connection.keyHint !== null ? t('keyKept') : `${t('keyHint')} ${t('keyNone')}`

  return (
    <Dialog
      open={open}
      title={connection ? t('editNamed', { name: connection.name }) : t('add')}
      onCloseRequest={leave}
    >
      <DialogForm
        submit={t('save')}
        isBusy={save.isPending}
        error={problem ?? save.error}
        onSubmit={() => submitOver(former)}
      >
        <div className="stack one-column gap-16">
          <div className="stack gap-6">
            <label className="text-13 medium" htmlFor={`${id}-provider`}>
              {t('provider')}
            </label>
            <Select
              id={`${id}-provider`}
              data-autofocus
              value={provider}
              onChange={(event) => choose(event.target.value)}
            >
              {providers.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.id === 'ollama' ? t('ollama') : one.name}
                </option>
              ))}
              <option value={otherProvider.id}>{t('other')}</option>
            </Select>
          </div>
          <Field
            label={t('name')}
            name="name"
            required
            dir="auto"
            autoComplete="off"
            value={name}
            error={nameError}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label={t('address')}
            name="baseUrl"
            type="url"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={baseUrl}
            error={addressError}
            onChange={(event) => change({ baseUrl: event.target.value })}
          />
          <Field
            label={t('key')}
            name="key"
            type="password"
            // The key is not a password for this site.
            autoComplete="off"
            spellCheck={false}
            value={key}
            error={keyError}
            hint={keyHint}
            onChange={(event) => setKey(event.target.value)}
          />
          <div className={`row wrap gap-8 ${styles.test}`}>
            <Button busy={test.isPending} onClick={runTest}>
              {t('test')}
            </Button>
            <p {...live} className={classNames(styles.result, test.isError ? 'red' : 'green')}>
              {test.isSuccess && t('tested', { count: test.data.models.length })}
              {test.isError && errorText(test.error)}
            </p>
          </div>
          <ModelPicks
            found={test.data?.models ?? []}
            chosen={models}
            error={textOf('models')}
            onChange={(chosen) => change({ models: chosen })}
          />
          {isChangedElsewhere(save.error) ? (
            <SaveFailure error={save.error}>
              <ChangedElsewhere text={asText(fields)} onOverwrite={() => submitOver(undefined)}>
                {connection && (
                  <TextDifference previous={asBody(connection)} later={asBody(fields)} />
                )}
              </ChangedElsewhere>
            </SaveFailure>
          ) : (
            <FormError>{!nameError && !addressError && !keyError && saveFailure}</FormError>
          )}
        </div>
      </DialogForm>
      {question}
    </Dialog>
  )
}

function asText({ name, dialect, baseUrl, models }: ReadFields): string {
  return [name, dialect, baseUrl, ...models].join('\n')
}

/** Serialises the fields, to be compared as text. */
function asBody(fields: ReadFields) {
  return { name: '', prompt: asText(fields), notes: null, variables: [] }
}
