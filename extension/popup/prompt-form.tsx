import { lazy, Suspense, useState } from 'react'
import { ArrowLeft, ExternalLink, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import type { Login } from '#extension/login/login.ts'
import type { PromptBasics } from '#web/library/commands.ts'
import { UnfilledPrompt } from '#web/prompts/fill-in/unfilled-prompt.tsx'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { KeyNames } from '#web/shell/palette/key-names.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { TypedAhead } from '#web/ui/overlays/typed-ahead.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import type { Outcome } from './filling.tsx'
import styles from './popup.module.css'
import type { TabField } from './tab-field.ts'
import { TextForm } from './text-form.tsx'

/** The list is shown without this code. */
const Filling = lazy(async () => ({ default: (await import('./filling.tsx')).Filling }))

type PromptFormProps = {
  basics: PromptBasics
  login: Login
  field: Promise<TabField>
  onBack: () => void
}

/** A prompt to fill in and to insert into the page. */
export function PromptForm({ basics, login, field, onBack }: PromptFormProps) {
  const t = useTranslations('extension')
  const tLibrary = useTranslations('library')
  const tShell = useTranslations('shell')
  const { prompt, isMissing, isUnreachable } = useLoadedPrompt(basics.id, onBack, {
    reportsMissing: true,
  })
  const [outcome, setOutcome] = useState<Outcome>()
  const [isEditing, setEditing] = useState(false)
  const canEdit = login.scopes.includes('library:write') && prompt !== undefined && !isEditing
  const { ground, ink, line } = ownerColor(prompt?.color ?? basics.color)
  const openInApp = () => {
    const url = `${login.origin}${screens.openPrompt}?${new URLSearchParams({ id: basics.id })}`
    void extensionApi.tabs.create({ url }).then(() => window.close())
  }
  if (outcome) return <Pending outcome={outcome} />
  return (
    <main
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        if (isEditing) setEditing(false)
        else onBack()
      }}
    >
      <TypedAhead
        open
        isOver={prompt !== undefined}
        label={tShell('loading', { title: basics.name })}
      />
      <header className={styles.head} style={{ background: ground, color: ink, borderColor: line }}>
        <IconButton label={t('back')} onClick={onBack}>
          <ArrowLeft size={18} />
        </IconButton>
        <h1 dir="auto" className="text-15 bold ellipsis grow">
          {prompt?.name ?? basics.name}
        </h1>
        {canEdit && (
          <IconButton label={t('edit')} onClick={() => setEditing(true)}>
            <Pencil size={18} />
          </IconButton>
        )}
        <IconButton label={t('openInApp')} onClick={openInApp}>
          <ExternalLink size={18} />
        </IconButton>
      </header>
      {isMissing && <p className={styles.message}>{tLibrary('prompt.missing')}</p>}
      {!prompt && !isMissing && (
        <UnfilledPrompt preview={basics.preview} isUnreachable={isUnreachable} />
      )}
      {prompt && isEditing && <TextForm prompt={prompt} onDone={() => setEditing(false)} />}
      {prompt?.prompt === '' && !isEditing && (
        <p className={styles.message}>{tLibrary('prompt.empty')}</p>
      )}
      {prompt && prompt.prompt !== '' && !isEditing && (
        <Suspense>
          <Filling prompt={prompt} field={field} onPending={setOutcome} />
        </Suspense>
      )}
    </main>
  )
}

const pasteKey = () => <KeyNames value={{ key: 'v', control: true }} />

function Pending({ outcome: { reason, isCopied } }: { outcome: Outcome }) {
  const t = useTranslations('extension')
  return (
    <main className={styles.message}>
      <div role="alert" className="stack gap-8">
        <p>{t(`notInserted.${reason}`)}</p>
        <p className="medium">
          {isCopied ? t.rich('pasteIt', { key: pasteKey }) : t('copyFailed')}
        </p>
      </div>
      <Button look="primary" autoFocus onClick={() => window.close()}>
        {t('close')}
      </Button>
    </main>
  )
}
