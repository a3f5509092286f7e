import { Suspense, use, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, Pencil, TextCursorInput } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import type { InsertResult } from '#extension/insert/insert-text.ts'
import type { Login } from '#extension/login/login.ts'
import type { PromptBasics } from '#web/library/commands.ts'
import { FillInTools } from '#web/prompts/fill-in/fill-in-tools.tsx'
import { FillIn, type FillInControls } from '#web/prompts/fill-in/fill-in.tsx'
import { UnfilledPrompt } from '#web/prompts/fill-in/unfilled-prompt.tsx'
import { useRecordCopy } from '#web/prompts/fill-in/use-record-copy.ts'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { myValuesByName, myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { KeyNames } from '#web/shell/palette/key-names.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { TypedAhead } from '#web/ui/overlays/typed-ahead.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { PasteButton } from './paste-button.tsx'
import { valuesOfPage } from './own-values.ts'
import styles from './popup.module.css'
import { insertIntoTab, type TabField } from './tab-field.ts'
import { TextForm } from './text-form.tsx'

type PromptFormProps = {
  basics: PromptBasics
  login: Login
  field: Promise<TabField>
  onBack: () => void
}

/** What happened to a text that was not inserted. */
type Outcome = { reason: Exclude<InsertResult, 'inserted'>; isCopied: boolean }

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

type FillingProps = {
  prompt: Prompt
  field: Promise<TabField>
  onPending: (outcome: Outcome) => void
}

function Filling({ prompt, field, onPending }: FillingProps) {
  const t = useTranslations('extension')
  const page = use(field)
  const { data: myValues } = useQuery({ ...myValuesQuery, select: myValuesByName })
  const { last, recordCopy } = useRecordCopy(prompt)
  const form = useRef<FillInControls>(null)
  const hasTyped = useRef(false)
  const [isInserting, setInserting] = useState(false)
  const [firstValues] = useState(() => valuesOfPage(prompt, page))

  async function insert() {
    const filled = isInserting ? undefined : form.current?.readToRun()
    if (!filled) return
    setInserting(true)
    recordCopy(filled.values)
    const result = await insertIntoTab(page.hasField ? page.tabId : undefined, filled.text)
    if (result === 'inserted') return window.close()
    onPending({ reason: result, isCopied: await copyText(filled.text) })
  }

  return (
    <FillIn
      ref={form}
      body={prompt.prompt}
      variables={prompt.variables}
      notes={prompt.notes}
      autoFocus
      firstValues={firstValues}
      myValues={myValues}
      mainAction={{
        label: t('insert'),
        icon: <TextCursorInput size={16} />,
        isBusy: isInserting,
        onPress: () => void insert(),
      }}
      runAnyway={
        <button type="button" className={buttonStyles.link} onClick={() => void insert()}>
          {t('insertAnyway')}
        </button>
      }
      tools={
        <FillInTools
          prompt={prompt}
          last={last}
          hasTyped={() => hasTyped.current}
          onKept={() => (hasTyped.current = false)}
        />
      }
      below={<PasteButton prompt={prompt} />}
      onCopied={recordCopy}
      onUncopied={(values) => (hasTyped.current = values !== undefined)}
    />
  )
}

function pasteKey() {
  return <KeyNames value={{ key: 'v', control: true }} />
}

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
