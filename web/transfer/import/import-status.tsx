import { useEffect, useEffectEvent, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Import, X } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { folderCalls } from '#contract/library/folders.ts'
import { screens } from '#contract/screens.ts'
import { importCalls } from '#contract/transfer/import.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { useCommands, type Command } from '#web/library/commands.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { undoOne, useUndoToast } from '#web/library/undo.ts'
import { folderPath } from '#web/api/paths.ts'
import { droppedSources } from '#web/transfer/reading/sources.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { useStore } from '#web/ui/store.ts'
import { chosenSources } from './chosen-sources.ts'
import styles from './import-status.module.css'
import {
  cancelImport,
  findInterruptedImport,
  resumeImport,
  importRun,
  keepImported,
  type ImportRun,
} from './run-import.ts'
import { watchFiles } from './watch-files.ts'

const changes: readonly Resource[] = ['prompts', 'folders', 'counts', 'trash', 'uses']

/** Drop target and status bar for imports outside their dialog. */
export function ImportStatus({ dialog }: { dialog: Command | undefined }) {
  const run = useStore(importRun)
  const isOpen = dialog?.kind === 'import'
  useEffect(() => void findInterruptedImport().catch(() => {}), [])
  useEffect(() => (isOpen ? () => chosenSources.set(undefined) : undefined), [isOpen])
  useOutcome(run, isOpen)
  return (
    <>
      <DropTarget dialog={dialog} />
      {run && !isOpen && <StatusBar run={run} />}
    </>
  )
}

function DropTarget({ dialog }: { dialog: Command | undefined }) {
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
        <Import size={28} />
        <strong>{t('title')}</strong>
        <span className="text-14 quiet">{t('text')}</span>
      </div>
    </div>
  )
}

/** The progress of an import whose dialog is closed. */
function StatusBar({ run }: { run: ImportRun }) {
  const t = useTranslations('import.line')
  const { open } = useCommands()
  const errorText = useErrorText()
  const { phase, name, done, prompts: all, canResume, error } = run
  const showError = useEffectEvent((error: Error) => toastError(errorText(error)))
  useEffect(() => {
    if (phase === 'left' && error) showError(error)
  }, [phase, error])
  if (phase === 'done' || phase === 'undone' || phase === 'kept') return null
  const show = () => open({ kind: 'import', folderId: null })
  return (
    <section aria-label={t('label')} className={styles.status}>
      <p className="stack gap-6 grow shrinks breaks">
        {phase === 'left' ? t('left', { name, done, all }) : t(phase, { done, all })}
        {phase === 'sending' && (
          <progress
            className="full-width"
            aria-label={t('label')}
            max={Math.max(all, 1)}
            value={done}
          />
        )}
      </p>
      {phase === 'left' ? (
        <>
          <Button onClick={() => void cancelImport()}>{t('undo')}</Button>
          {canResume && (
            <Button look="primary" onClick={() => void resumeImport()}>
              {t('goOn')}
            </Button>
          )}
          <IconButton label={t('keep')} onClick={() => void keepImported()}>
            <X size={16} />
          </IconButton>
        </>
      ) : (
        phase !== 'undoing' && <Button onClick={show}>{t('show')}</Button>
      )}
    </section>
  )
}

/** Announces how an import ended. If its dialog is open, opens the folder imported into. */
function useOutcome(run: ImportRun | undefined, isOpen: boolean): void {
  const t = useTranslations('import')
  const navigate = useNavigate()
  const { close } = useCommands()
  const client = useQueryClient()
  // Queries are refetched after mutations.
  const { mutateAsync: announce } = useMutation({ mutationFn: async () => null, meta: { changes } })
  const toastUndo = useUndoToast()
  const end = useEffectEvent(async ({ phase, prompts, attempt, ...run }: ImportRun) => {
    importRun.set(undefined)
    await announce()
    if (phase !== 'done') {
      if (phase === 'undone') toastSuccess(t('undone'))
      if (isOpen) close()
      return
    }
    toastUndo(t('done', { count: prompts }), async () => {
      const undone = await undoOne(send(importCalls.undoImport, { attempt }))
      await leaveDeletedFolder(run.folderId)
      return undone
    })
    if (!isOpen) return
    const folders = await client.fetchQuery(folderTreeQuery).catch(() => [])
    const created = folders.findLast(
      ({ parentId, name }) => parentId === run.folderId && name === run.newFolder,
    )
    void navigate(folderPath(created?.id ?? run.folderId), { replace: true })
  })
  /** Leaves the folder on screen if undoing the import deleted it. */
  async function leaveDeletedFolder(backTo: string | null) {
    const onScreen = new URLSearchParams(location.search).get('folderId')
    if (location.pathname !== screens.library || onScreen === null) return
    const { folders } = await send(folderCalls.listFolderTree, {})
    if (!folders.some(({ id }) => id === onScreen)) {
      // Synchronously, or the old screen would refetch the deleted folder.
      await navigate(folderPath(backTo), { replace: true, flushSync: true })
    }
  }
  const isOver = run !== undefined && ['done', 'undone', 'kept'].includes(run.phase)
  useEffect(() => {
    if (run && isOver) void end(run)
  }, [run, isOver])
}
