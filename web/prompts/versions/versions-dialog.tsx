import { Fragment, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Bookmark, Trash2 } from 'lucide-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import {
  pickEdit,
  promptCalls,
  type Prompt,
  type VersionedField,
  type VersionTexts,
} from '#contract/library/prompts.ts'
import { versionCalls, type PromptVersion } from '#contract/library/versions.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { send } from '#web/api/send.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { TextDifference } from '#web/library/difference/text-difference.tsx'
import { undoOne, useUndoToast } from '#web/library/undo.ts'
import { Unreachable } from '#web/prompts/unreachable.tsx'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { Button } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { Menu } from '#web/ui/controls/menu.tsx'
import { SegmentedChoice } from '#web/ui/controls/segmented-choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
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
  const tHistory = useTranslations('history')
  const { prompt: now, isUnreachable } = useLoadedPrompt(prompt.id, onClose)
  const { data, isError, isFetching, refetch } = useQuery(versionListQuery(prompt.id))
  const [chosen, setChosen] = useState<number>()
  const versions = data?.versions ?? []
  const version = versions.find(({ number }) => number === chosen) ?? versions[0]
  const texts = useQuery({
    ...versionQuery(prompt.id, version?.number ?? 0),
    enabled: version !== undefined,
  })
  const deletion = useDialog()
  return (
    <Dialog
      open={open}
      size="large"
      title={`${t('title')}: ${now?.name ?? prompt.name}`}
      onCloseRequest={onClose}
      actions={
        versions.length > 0 && (
          <Menu
            label={tHistory('more')}
            entries={[
              {
                label: t('deleteAll'),
                icon: <Trash2 size={16} />,
                isDestructive: true,
                onPress: deletion.open,
              },
            ]}
          />
        )
      }
    >
      <DialogBody>
        {isUnreachable && <Unreachable />}
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
            <VersionTextsView now={now} texts={texts} />
          </div>
        )}
        {!data && !isError && <div className={styles.columns} aria-busy />}
      </DialogBody>
      {now && version && (
        <DialogFoot>
          <VersionLabel key={version.number} promptId={prompt.id} version={version} />
          <Restore now={now} number={version.number} texts={texts.data} onRestored={onClose} />
        </DialogFoot>
      )}
      <Deletion
        dialog={deletion}
        title={t('deleteTitle')}
        submit={t('deleteAll')}
        call={versionCalls.deleteVersions}
        input={{ promptId: prompt.id }}
        changes={['versions']}
        done={t('deleted')}
      >
        <p className="text-14">{t('deleteText')}</p>
      </Deletion>
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

type VersionTextsViewProps = { now: Prompt; texts: UseQueryResult<VersionTexts> }

function VersionTextsView({ now, texts: { data, isError, refetch } }: VersionTextsViewProps) {
  const t = useTranslations('history.versions')
  const [view, setView] = useState<'changes' | 'text'>('changes')
  return (
    <div className="shrinks">
      <SegmentedChoice
        label={t('view')}
        options={[
          { value: 'changes', label: t('changes') },
          { value: 'text', label: t('text') },
        ]}
        chosen={view}
        onChoose={setView}
      />
      {isError && (
        <p role="alert" className="text-14">
          {t('failed')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </p>
      )}
      <div className={styles.text}>
        {data && view === 'changes' && <TextDifference previous={data} later={now} />}
        {data && view === 'text' && <Texts texts={data} />}
      </div>
    </div>
  )
}

function Texts({ texts }: { texts: VersionTexts }) {
  const t = useTranslations('history.versions')
  const { name, whenToUse, prompt, notes } = texts
  // The changes list the settings of variables.
  const shown: Record<Exclude<VersionedField, 'variables'>, ReactNode> = {
    name: <h3 dir="auto">{name}</h3>,
    prompt: <p dir="auto">{toPlainText(prompt)}</p>,
    whenToUse: whenToUse && <blockquote dir="auto">{`${t('whenToUse')}: ${whenToUse}`}</blockquote>,
    notes: notes !== null && <blockquote dir="auto">{notes}</blockquote>,
  }
  return Object.entries(shown).map(([field, text]) => <Fragment key={field}>{text}</Fragment>)
}

type RestoreProps = {
  now: Prompt
  number: number
  texts: VersionTexts | undefined
  onRestored: () => void
}

function Restore({ now, number, texts, onRestored }: RestoreProps) {
  const t = useTranslations('history.versions')
  const toastUndo = useUndoToast()
  const update = useToastedCall(promptCalls.updatePrompt, { changes: ['prompts', 'versions'] })

  function restore(restored: VersionTexts) {
    const current = { promptId: now.id, ...pickEdit(now) }
    update.mutate(
      { ...current, updatedAt: now.updatedAt, ...restored, fromVersion: number },
      {
        onSuccess: ({ updatedAt }) => {
          onRestored()
          const previous = { ...current, updatedAt }
          toastUndo(t('restored'), () => undoOne(send(promptCalls.updatePrompt, previous)))
        },
      },
    )
  }

  return (
    <Button
      look="primary"
      busy={update.isPending}
      disabled={!texts}
      onClick={() => texts && restore(texts)}
    >
      {t('restore')}
    </Button>
  )
}

type VersionLabelProps = { promptId: string; version: PromptVersion }

/** A button that turns into a field for the name of a version. */
function VersionLabel({ promptId, version: { number, label } }: VersionLabelProps) {
  const t = useTranslations('history.versions')
  const [typed, setTyped] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const rename = useToastedCall(versionCalls.labelVersion, {
    changes: ['versions'],
    onSuccess: () => {
      toastSuccess(t('labelled'))
      close()
    },
  })
  const id = useId()

  function close() {
    flushSync(() => setTyped(undefined))
    button.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (rename.isPending || typed === undefined) return
    if (typed.trim() === (label ?? '')) close()
    else rename.mutate({ promptId, number, label: typed.trim() || null })
  }

  if (typed === undefined) {
    return (
      <Button
        ref={button}
        className={styles.name}
        icon={<Bookmark size={16} fill={label === null ? 'none' : 'currentColor'} />}
        onClick={() => setTyped(label ?? '')}
      >
        {t(label === null ? 'keepNamed' : 'rename')}
      </Button>
    )
  }
  return (
    <form
      className={styles.naming}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // Otherwise the dialog would close, too.
        event.preventDefault()
        close()
      }}
    >
      <input
        className={fieldStyles.input}
        dir="auto"
        autoComplete="off"
        // The field replaces the button that was pressed.
        autoFocus
        aria-label={t('label')}
        aria-describedby={`${id}-hint`}
        placeholder={t('label')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button onClick={close}>{t('cancel')}</Button>
      <Button type="submit" busy={rename.isPending}>
        {t('saveLabel')}
      </Button>
      <small id={`${id}-hint`} className="text-13 quiet">
        {t('labelHint')}
      </small>
    </form>
  )
}
