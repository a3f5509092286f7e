import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { defaultColor } from '#contract/core/colors.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import { LoggedOut } from '#extension/login/logged-out.tsx'
import { loginState, type Login } from '#extension/login/login.ts'
import settingsStyles from '#extension/settings/settings.module.css'
import { useAttempt } from '#web/api/attempt.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useCall } from '#web/api/use-call.ts'
import { Labelled } from '#web/prompts/editor/settings/labelled.tsx'
import { FolderField } from '#web/library/tree/folder-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { useStore } from '#web/ui/store.ts'
import type { KeptSelection } from './kept-selection.ts'
import styles from './saving.module.css'

type SavingScreenProps = {
  kept: KeptSelection | undefined
  onSaved: () => void
}

/** The form of a new prompt with a text from a page. */
export function SavingScreen({ kept, onSaved }: SavingScreenProps) {
  const t = useTranslations('extension')
  const login = useStore(loginState)
  // If the server ends it, what was typed stays.
  const [first] = useState(login)
  return (
    <main className={settingsStyles.screen}>
      <title>{t('saving.title')}</title>
      <h1 className="text-16 bold">{t('saving.title')}</h1>
      {typeof login === 'string' && (
        <LoggedOut
          isEnded={login === 'ended'}
          onLogIn={() => void extensionApi.runtime.openOptionsPage()}
        />
      )}
      {typeof first === 'object' && (
        <SavingForm login={first} isEnded={login !== first} kept={kept} onSaved={onSaved} />
      )}
    </main>
  )
}

type SavingFormProps = SavingScreenProps & { login: Login; isEnded: boolean }

function SavingForm({ login, isEnded, kept, onSaved }: SavingFormProps) {
  const t = useTranslations('extension.saving')
  const tLibrary = useTranslations('library')
  const tHistory = useTranslations('history')
  const errorText = useErrorText()
  const canSave = login.scopes.includes('library:write')
  const attempt = useAttempt()
  const [name, setName] = useState(kept?.title.trim() ?? '')
  const [text, setText] = useState(kept?.text ?? '')
  const source = [kept?.title, kept?.url].filter(Boolean).join(', ')
  const [notes, setNotes] = useState(source === '' ? '' : t('source', { page: source }))
  const [folderId, setFolderId] = useState(login.folder?.id ?? null)
  const [missing, setMissing] = useState<'missingName' | 'missingText'>()
  const create = useCall(promptCalls.createPrompt, { changes: [], onSuccess: onSaved })

  function save(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const gap = name.trim() === '' ? 'missingName' : text.trim() === '' ? 'missingText' : undefined
    setMissing(gap)
    if (gap) return
    create.mutate({
      folderId,
      attempt,
      name: name.trim(),
      prompt: text,
      color: defaultColor,
      notes: notes.trim() === '' ? null : notes,
      // Braces in a page are text.
      variables: variableNames(text).map((one) => ({ name: one, kind: 'literal' as const })),
    })
  }

  if (create.data) {
    const address = `${login.origin}${screens.openPrompt}?${new URLSearchParams({ id: create.data.id })}`
    return (
      <>
        <p role="status">{t('saved')}</p>
        <p>
          <a href={address}>{t('open')}</a>
        </p>
      </>
    )
  }
  return (
    <form noValidate className="stack one-column gap-16" onSubmit={save}>
      <Field label={t('name')} value={name} onChange={({ target }) => setName(target.value)} />
      <FolderField
        label={tHistory('folder')}
        root={login.folder ? undefined : tLibrary('search.inRoot')}
        folderId={folderId}
        onChange={setFolderId}
      />
      <Area label={t('text')} rows={12} value={text} onText={setText} />
      <Area label={t('notes')} rows={3} value={notes} onText={setNotes} />
      <FormError>
        {(missing && t(missing)) ?? (create.error && errorText(create.error))}
        {!canSave && t('readOnly')}
      </FormError>
      <div>
        <Button type="submit" look="primary" busy={create.isPending} disabled={!canSave || isEnded}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type AreaProps = { label: string; rows: number; value: string; onText: (text: string) => void }

function Area({ label, onText, ...rest }: AreaProps) {
  return (
    <Labelled label={label}>
      {(ties) => (
        <textarea
          {...ties}
          {...rest}
          dir="auto"
          className={`${ties.className} ${styles.area}`}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Labelled>
  )
}
