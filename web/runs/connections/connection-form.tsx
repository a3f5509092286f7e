import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { connectionCalls, type Connection } from '#contract/runs/connections.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './connections.module.css'
import { ModelPicks } from './model-picks.tsx'
import { otherProvider, providerOf, providersHere } from './providers.ts'

type Problem = {
  field: 'name' | 'baseUrl' | 'models'
  text: 'nameMissing' | 'addressMissing' | 'chooseModel'
}

type ConnectionFormProps = {
  /** Missing: a new one. */
  connection?: Connection
  onClose: () => void
}

/** A connection to models: whose they are, the key, and which of them to use. */
export function ConnectionForm({ connection, onClose }: ConnectionFormProps) {
  const t = useTranslations('runs.own')
  const errorText = useErrorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const attempt = useAttempt()
  const providers = providersHere()
  const [first] = providers
  const [provider, setProvider] = useState(
    () => (connection ? providerOf(connection.baseUrl)?.id : first?.id) ?? otherProvider.id,
  )
  const [dialect, setDialect] = useState(connection?.dialect ?? first?.dialect ?? 'openai')
  const [name, setName] = useState(connection?.name ?? first?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? first?.baseUrl ?? '')
  const [key, setKey] = useState('')
  const [models, setModels] = useState<readonly string[]>(connection?.models ?? [])
  const [problem, setProblem] = useState<Problem>()

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
    setDialect(next?.dialect ?? otherProvider.dialect)
    setBaseUrl(next?.baseUrl ?? otherProvider.baseUrl)
    setName(next?.name ?? '')
    setModels([])
    testNew.reset()
  }

  function runTest() {
    if (baseUrl.trim() === '') return complain({ field: 'baseUrl', text: 'addressMissing' })
    setProblem(undefined)
    if (connection && keepsKey) testKept.mutate({ connectionId: connection.id })
    else testNew.mutate({ dialect, baseUrl, key })
  }

  function complain(found: Problem) {
    setProblem(found)
    form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus()
  }

  function close(text: string) {
    toastSuccess(text)
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    if (name.trim() === '') return complain({ field: 'name', text: 'nameMissing' })
    if (baseUrl.trim() === '') return complain({ field: 'baseUrl', text: 'addressMissing' })
    if (models.length === 0) return complain({ field: 'models', text: 'chooseModel' })
    setProblem(undefined)
    const saved = { onSuccess: () => close(t('saved')) }
    const fields = { name, dialect, baseUrl, models: [...models] }
    if (!connection) return create.mutate({ attempt, ...fields, key }, saved)
    update.mutate({ connectionId: connection.id, ...fields, ...(!keepsKey && { key }) }, saved)
  }

  const textOf = (field: Problem['field']) =>
    problem?.field === field ? t(problem.text) : undefined
  const addressError =
    textOf('baseUrl') ??
    (saveCode === 'address_invalid' && save.error ? errorText(save.error) : undefined)
  const keyHint =
    keepsKey && connection.keyHint !== null ? t('keyKept') : `${t('keyHint')} ${t('keyNone')}`

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={`${id}-provider`}>
          {t('provider')}
        </label>
        <select
          id={`${id}-provider`}
          className={fieldStyles.input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was asked for
          autoFocus
          value={provider}
          onChange={(event) => choose(event.target.value)}
        >
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.id === 'ollama' ? t('ollama') : one.name}
            </option>
          ))}
          <option value={otherProvider.id}>{t('other')}</option>
        </select>
      </div>
      <Field
        label={t('name')}
        name="name"
        required
        dir="auto"
        autoComplete="off"
        maxLength={limits.nameLength}
        value={name}
        error={textOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t('address')}
        name="baseUrl"
        type="url"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.baseUrlLength}
        value={baseUrl}
        error={addressError}
        onChange={(event) => setBaseUrl(event.target.value)}
      />
      <Field
        label={t('key')}
        name="key"
        type="password"
        // No password of this site's.
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.modelKeyLength}
        value={key}
        hint={keyHint}
        onChange={(event) => setKey(event.target.value)}
      />
      <div className={styles.test}>
        <Button busy={test.isPending} onClick={runTest}>
          {t('test')}
        </Button>
        <p role="status" className={test.isError ? styles.failed : styles.passed}>
          {test.isSuccess && t('tested', { count: test.data.models.length })}
          {test.isError && errorText(test.error)}
        </p>
      </div>
      <ModelPicks
        found={test.data?.models ?? []}
        chosen={models}
        error={textOf('models')}
        onChange={setModels}
      />
      <FormError>{save.error && saveCode !== 'address_invalid' && errorText(save.error)}</FormError>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
