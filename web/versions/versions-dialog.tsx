import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { pickEdit, promptCalls, type Prompt, type VersionTexts } from '#contract/prompts.ts'
import { versionCalls, type PromptVersion } from '#contract/versions.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { send } from '#web/api/send.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { TextDifference } from '#web/library/difference/text-difference.tsx'
import { undoOne, useUndoToast } from '#web/library/undo.ts'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Question } from '#web/ui/overlays/question.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { versionListQuery, versionQuery } from './list-versions.ts'
import styles from './versions-dialog.module.css'

type VersionsDialogProps = {
  open: boolean
  prompt: { id: string; name: string }
  onClose: () => void
}

/** Lists the versions of a prompt, with the changes since each. Any version can be restored. */
export function VersionsDialog({ open, prompt, onClose }: VersionsDialogProps) {
  const t = useTranslations('history.versions')
  const { prompt: now } = useLoadedPrompt(prompt.id, onClose)
  const { data, isError, isFetching, refetch } = useQuery(versionListQuery(prompt.id))
  const [chosen, setChosen] = useState<number>()
  const versions = data?.versions ?? []
  const version = versions.find(({ number }) => number === chosen) ?? versions[0]
  const deletion = useDialog()
  return (
    <Dialog
      open={open}
      size="large"
      title={`${t('title')}: ${now?.name ?? prompt.name}`}
      onCloseRequest={onClose}
    >
      <DialogBody>
        {isError && !data && (
          <p role="alert" className="text-14">
            {t('failed')}{' '}
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </p>
        )}
        {data && versions.length === 0 && <p className="text-14">{t('none')}</p>}
        {now && version && (
          <div className={styles.columns}>
            <VersionList versions={versions} chosen={version.number} onChoose={setChosen} />
            <Version key={version.number} version={version} now={now} onRestored={onClose} />
          </div>
        )}
        {!data && !isError && <div className={styles.columns} aria-busy />}
      </DialogBody>
      {versions.length > 0 && (
        <DialogFoot>
          <Button className={styles.deletion} onClick={deletion.open}>
            {t('deleteAll')}
          </Button>
        </DialogFoot>
      )}
      {deletion.isShown && (
        <Question
          key={deletion.opening}
          open={deletion.isOpen}
          title={t('deleteTitle')}
          submit={t('deleteAll')}
          call={versionCalls.deleteVersions}
          input={{ promptId: prompt.id }}
          changes={['versions']}
          onDone={() => toastSuccess(t('deleted'))}
          onClose={deletion.close}
        >
          <p className="text-14">{t('deleteText')}</p>
        </Question>
      )}
    </Dialog>
  )
}

type VersionListProps = {
  versions: PromptVersion[]
  chosen: number
  onChoose: (number: number) => void
}

function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  const t = useTranslations('history.versions')
  const format = useFormatter()
  const now = useNow()
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className="visually-hidden">{t('list')}</legend>
      {versions.map(({ number, writtenAt, label, name: title }) => {
        const at = new Date(writtenAt)
        return (
          <label
            key={number}
            title={format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })}
          >
            <input
              type="radio"
              className="cover"
              name={name}
              data-autofocus={number === chosen || undefined}
              checked={number === chosen}
              onChange={() => onChoose(number)}
            />
            <span dir="auto">{label ?? format.relativeTime(at, { now, style: 'long' })}</span>
            <small dir="auto">{label === null ? title : format.relativeTime(at, { now })}</small>
          </label>
        )
      })}
    </fieldset>
  )
}

type VersionProps = { version: PromptVersion; now: Prompt; onRestored: () => void }

function Version({ version: { number, label }, now, onRestored }: VersionProps) {
  const t = useTranslations('history.versions')
  const toastUndo = useUndoToast()
  const { data: texts, isError, refetch } = useQuery(versionQuery(now.id, number))
  const [view, setView] = useState<'changes' | 'text'>('changes')
  const update = useToastedCall(promptCalls.updatePrompt, { changes: ['prompts', 'versions'] })
  const views = useId()

  function restore(restored: VersionTexts) {
    const current = { promptId: now.id, ...pickEdit(now) }
    update.mutate(
      { ...current, updatedAt: now.updatedAt, ...restored, fromVersion: number },
      {
        onSuccess: ({ updatedAt }) => {
          onRestored()
          const former = { ...current, updatedAt }
          toastUndo(t('restored'), () => undoOne(send(promptCalls.updatePrompt, former)))
        },
      },
    )
  }

  return (
    <div className="shrinks">
      <LabelForm promptId={now.id} number={number} label={label} />
      <div className={styles.tools}>
        <fieldset>
          <legend className="visually-hidden">{t('view')}</legend>
          {(['changes', 'text'] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={views}
                checked={view === one}
                onChange={() => setView(one)}
              />
              {t(one)}
            </label>
          ))}
        </fieldset>
        <Button busy={update.isPending} disabled={!texts} onClick={() => texts && restore(texts)}>
          {t('restore')}
        </Button>
      </div>
      {isError && (
        <p role="alert" className="text-14">
          {t('failed')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </p>
      )}
      {texts && view === 'changes' && <TextDifference former={texts} later={now} />}
      {texts && view === 'text' && (
        <div className={styles.text}>
          <h3 dir="auto">{texts.name}</h3>
          <p dir="auto">{toPlainText(texts.prompt)}</p>
          {texts.notes !== null && <blockquote dir="auto">{texts.notes}</blockquote>}
        </div>
      )}
    </div>
  )
}

type LabelFormProps = { promptId: string; number: number; label: string | null }

function LabelForm({ promptId, number, label }: LabelFormProps) {
  const t = useTranslations('history.versions')
  const [typed, setTyped] = useState(label ?? '')
  const rename = useToastedCall(versionCalls.labelVersion, {
    changes: ['versions'],
    onSuccess: () => toastSuccess(t('labelled')),
  })
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (rename.isPending) return
    rename.mutate({ promptId, number, label: typed.trim() || null })
  }

  return (
    <form className={styles.label} onSubmit={submit}>
      <label htmlFor={id}>{t('label')}</label>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== (label ?? '') && (
        <Button type="submit" busy={rename.isPending}>
          {t('saveLabel')}
        </Button>
      )}
      <small id={`${id}-hint`}>{t('labelHint')}</small>
    </form>
  )
}
