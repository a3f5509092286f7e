import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { runCalls, type Run, type RunCard } from '#contract/runs/runs.ts'
import { send } from '#web/api/send.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { undoOne, useUndoableCall, useUndoToast } from '#web/library/undo.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { hasCredits } from '#web/api/server-has.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { storedRunsQuery } from '#web/prompts/runs/list-runs.ts'
import { hideRun } from '#web/prompts/runs/live-runs.ts'
import styles from './earlier-runs.module.css'
import { toExcerpt } from './to-excerpt.ts'

type EarlierRunsProps = {
  promptId: string
  onShow: (run: Run) => void
  onClose: () => void
}

/** Lists the stored answers to a prompt, to open or delete. */
export function EarlierRuns({ promptId, onShow, onClose }: EarlierRunsProps) {
  const t = useTranslations('runs')
  const errorText = useErrorText()
  const { data: runs, isError, isFetching, refetch } = useQuery(storedRunsQuery(promptId))
  const [isAsked, setAsked] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  /** The run whose button was clicked last, although another may load later. */
  const wanted = useRef<string>(undefined)
  const deleting = useRef(new Set<string>())
  const deleteRun = useUndoableCall(runCalls.deleteRun, ['runs'])
  const toastUndo = useUndoToast()
  const deleteRuns = useToastedCall(runCalls.deleteRuns, { changes: ['runs'] })

  const isHere = runs !== undefined || isError
  useEffect(() => {
    if (!isHere) return
    title.current?.focus({ preventScroll: true })
    title.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [isHere])

  const show = (runId: string) => {
    wanted.current = runId
    return send(runCalls.getRun, { runId }).then(
      ({ run }) => {
        if (wanted.current === runId) onShow(run)
      },
      (error: Error) => toastError(errorText(error)),
    )
  }
  const deleteOne = (runId: string) => {
    if (deleting.current.has(runId)) return
    deleting.current.add(runId)
    const deletion = deleteRun({ runId }, () => {
      const showAgain = hideRun(promptId, runId)
      toastUndo(t('earlier.deleted'), async () => {
        const undone = await undoOne(send(runCalls.restoreRun, { runId }))
        showAgain()
        return undone
      })
      title.current?.focus()
    })
    void deletion.finally(() => deleting.current.delete(runId))
  }

  return (
    <section className={styles.earlier} aria-label={t('earlier.title')}>
      <header className={styles.head}>
        <h3 ref={title} tabIndex={-1}>
          {t('earlier.title')}
        </h3>
        <IconButton label={t('none.close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      {isError && (
        <>
          <p role="alert">{t('earlier.failed')}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('earlier.retry')}
          </Button>
        </>
      )}
      {runs?.length === 0 && <p className="text-13 quiet">{t('earlier.none')}</p>}
      {runs && runs.length > 0 && (
        <>
          <ul>
            {runs.map((run) => (
              <Row
                key={run.id}
                run={run}
                onShow={() => void show(run.id)}
                onDelete={() => deleteOne(run.id)}
              />
            ))}
          </ul>
          <div className={styles.foot}>
            <p className="text-13 quiet">{t('earlier.kept')}</p>
            {isAsked ? (
              <Confirmation
                isBusy={deleteRuns.isPending}
                onNo={() => setAsked(false)}
                onYes={() =>
                  deleteRuns.mutate(
                    { promptId },
                    {
                      onSuccess: () => {
                        for (const { id } of runs) hideRun(promptId, id)
                        setAsked(false)
                        toastSuccess(t('earlier.deleted'))
                        title.current?.focus()
                      },
                    },
                  )
                }
              />
            ) : (
              <Button onClick={() => setAsked(true)}>{t('earlier.deleteAll')}</Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

type RowProps = {
  run: RunCard
  onShow: () => void
  onDelete: () => void
}

function Row({ run, onShow, onDelete }: RowProps) {
  const t = useTranslations('runs')
  const format = useFormatter()
  const now = useNow()
  const when = format.relativeTime(new Date(run.startedAt), now)
  const values = run.firstValues.filter(({ value }) => value !== '')
  const named = { model: run.modelName, when }
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onShow}>
        <span className={styles.what}>
          <bdi className="medium breaks ink">{run.modelName}</bdi>
          <span>{when}</span>
          {run.connectionId === null && run.credits !== null && hasCredits() && (
            <span>{t('cost', { credits: run.credits })}</span>
          )}
        </span>
        {values.length > 0 && (
          <span className={styles.values}>
            {values.map(({ name, value }) => (
              <span key={name}>
                <bdi>{name}</bdi>: <bdi>{value}</bdi>
              </span>
            ))}
          </span>
        )}
        <span dir="auto" className="text-14 quiet breaks">
          {toExcerpt(run.preview) || t(`states.${run.state}`, { model: run.modelName })}
        </span>
      </button>
      <IconButton label={t('earlier.delete', named)} onClick={onDelete}>
        <Trash2 size={16} />
      </IconButton>
    </li>
  )
}

function Confirmation({
  isBusy,
  onNo,
  onYes,
}: {
  isBusy: boolean
  onNo: () => void
  onYes: () => void
}) {
  const t = useTranslations('runs.earlier')
  return (
    <div className={styles.sure} role="group" aria-label={t('sure')}>
      <span>{t('sure')}</span>
      <Button onClick={onNo}>{t('no')}</Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question was asked for */}
      <Button look="danger" autoFocus busy={isBusy} onClick={onYes}>
        {t('yes')}
      </Button>
    </div>
  )
}
