import { useEffect, useEffectEvent, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Import, X } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { folderCalls } from '#contract/folders.ts'
import { screens } from '#contract/screens.ts'
import { importCalls } from '#contract/transfer/import.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { useCommands, type Command } from '#web/library/commands.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { undoOne, useUndoToast } from '#web/library/undo.ts'
import { folderPath } from '#web/paths.ts'
import { droppedSources } from '#web/transfer/reading/sources.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { useStore } from '#web/ui/store.ts'
import { chosenSources } from './chosen-sources.ts'
import styles from './import-desk.module.css'
import {
  cancelImport,
  findLeftImport,
  goOn,
  importRun,
  keepImported,
  type ImportRun,
} from './run-import.ts'
import { watchFiles } from './watch-files.ts'

const changes: readonly Resource[] = ['prompts', 'folders', 'counts', 'trash', 'uses']

/** Around the import's dialog: files that are dropped, and an import that runs on without it, or was left. */
export function ImportDesk({ dialog }: { dialog: Command | undefined }) {
  const run = useStore(importRun)
  const isOpen = dialog?.kind === 'import'
  useEffect(() => void findLeftImport().catch(() => {}), [])
  useEffect(() => (isOpen ? () => chosenSources.set(undefined) : undefined), [isOpen])
  useOutcome(run, isOpen)
  return (
    <>
      <DropHint dialog={dialog} />
      {run && !isOpen && <Line run={run} />}
    </>
  )
}

function DropHint({ dialog }: { dialog: Command | undefined }) {
  const t = useTranslations('import.drop')
  const { open } = useCommands()
  const [isOver, setOver] = useState(false)
  const isWanted = useEffectEvent(
    () => location.pathname === screens.library && (!dialog || dialog.kind === 'import'),
  )
  const drop = useEffectEvent(async (transfer: DataTransfer) => {
    try {
      chosenSources.set(await droppedSources(transfer))
    } catch {
      return toastError(t('failed'))
    }
    const folderId = new URLSearchParams(location.search).get('folderId')
    if (!dialog) open({ kind: 'import', folderId })
  })
  useEffect(
    () =>
      watchFiles({
        isWanted: () => isWanted(),
        onOver: setOver,
        onDrop: (transfer) => void drop(transfer),
      }),
    [],
  )
  if (!isOver || dialog) return null
  return (
    <div className={styles.drop}>
      <div className="stack gap-8 center-text">
        <Import size={28} strokeWidth={1.5} aria-hidden />
        <strong>{t('title')}</strong>
        <span className="text-14 quiet">{t('text')}</span>
      </div>
    </div>
  )
}

/** One line about an import that is not on screen. */
function Line({ run }: { run: ImportRun }) {
  const t = useTranslations('import.line')
  const { open } = useCommands()
  const errorText = useErrorText()
  const { phase, name, done, prompts: all, canGoOn, error } = run
  const tellError = useEffectEvent((error: Error) => toastError(errorText(error)))
  useEffect(() => {
    if (phase === 'left' && error) tellError(error)
  }, [phase, error])
  if (phase === 'done' || phase === 'undone' || phase === 'kept') return null
  const show = () => open({ kind: 'import', folderId: null })
  return (
    <section aria-label={t('label')} className={styles.line}>
      <p className="stack gap-6 grow shrinks breaks">
        {phase === 'left' ? t('left', { name, done, all }) : t(phase, { done, all })}
        {phase === 'sending' && (
          <progress
            className="bare full-width"
            aria-label={t('label')}
            max={Math.max(all, 1)}
            value={done}
          />
        )}
      </p>
      {phase === 'left' ? (
        <>
          <Button onClick={() => void cancelImport()}>{t('undo')}</Button>
          {canGoOn && (
            <Button look="primary" onClick={() => void goOn()}>
              {t('goOn')}
            </Button>
          )}
          <IconButton label={t('keep')} onClick={() => void keepImported()}>
            <X size={16} strokeWidth={1.5} />
          </IconButton>
        </>
      ) : (
        phase !== 'undoing' && <Button onClick={show}>{t('show')}</Button>
      )}
    </section>
  )
}

/** Says how an import ended, and shows what it made where it was on screen. */
function useOutcome(run: ImportRun | undefined, isOpen: boolean): void {
  const t = useTranslations('import')
  const navigate = useNavigate()
  const client = useQueryClient()
  // Queries are refetched after mutations.
  const { mutateAsync: announce } = useMutation({ mutationFn: async () => null, meta: { changes } })
  const toastUndo = useUndoToast()
  const end = useEffectEvent(async ({ phase, prompts, attempt, ...run }: ImportRun) => {
    importRun.set(undefined)
    await announce()
    if (phase !== 'done') {
      if (phase === 'undone') toastSuccess(t('undone'))
      if (isOpen) void navigate(-1)
      return
    }
    toastUndo(t('done', { count: prompts }), async () => {
      const undone = await undoOne(send(importCalls.undoImport, { attempt }))
      await leaveGoneFolder(run.folderId)
      return undone
    })
    if (!isOpen) return
    const folders = await client.fetchQuery(folderTreeQuery).catch(() => [])
    const made = folders.findLast(
      ({ parentId, name }) => parentId === run.folderId && name === run.newFolder,
    )
    void navigate(folderPath(made?.id ?? run.folderId), { replace: true })
  })
  /** The folder on screen may have gone with the import. */
  async function leaveGoneFolder(backTo: string | null) {
    const onScreen = new URLSearchParams(location.search).get('folderId')
    if (location.pathname !== screens.library || onScreen === null) return
    const { folders } = await send(folderCalls.listFolderTree, {})
    if (!folders.some(({ id }) => id === onScreen)) {
      // At once, or what shows the folder would still ask for it.
      await navigate(folderPath(backTo), { replace: true, flushSync: true })
    }
  }
  const isOver = run !== undefined && ['done', 'undone', 'kept'].includes(run.phase)
  useEffect(() => {
    if (run && isOver) void end(run)
  }, [run, isOver])
}
