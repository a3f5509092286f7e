import { useEffect, useEffectEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { runCalls } from '#contract/runs/runs.ts'
import { send } from '#web/api/send.ts'
import { connectionsPath } from '#web/runs/connections/connections-path.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Answers } from './answers/answers.tsx'
import { hasChosenModels } from './chosen-models.ts'
import { EarlierRuns } from './earlier/earlier-runs.tsx'
import { storedRunsQuery } from './list-runs.ts'
import { useLiveRuns } from './live-runs.ts'
import styles from './run-area.module.css'
import { useRuns, type FilledIn } from './use-runs.ts'

/** What is open besides the answers. */
export type Opened = 'earlier' | 'no-model' | undefined

export type RunAreaProps = {
  promptId: string
  opened: Opened
  onOpen: (opened: Opened) => void
  /** Undefined if the prompt cannot be sent yet. */
  readFilledIn: () => FilledIn | undefined
}

/** Below the filled-in prompt: new and earlier answers of models. */
export function RunArea({ promptId, opened, onOpen, readFilledIn }: RunAreaProps) {
  const runs = useRuns(promptId)
  useUnseenRuns(promptId)
  return (
    <>
      <Answers
        promptId={promptId}
        onAgain={(run) => {
          const filledIn = readFilledIn()
          if (filledIn) runs.again(run, filledIn)
        }}
        onReconnect={runs.reconnect}
        onEarlier={opened === 'earlier' ? undefined : () => onOpen('earlier')}
      />
      {opened === 'earlier' && (
        <EarlierRuns
          promptId={promptId}
          onShow={(run) => runs.open([run])}
          onClose={() => onOpen(undefined)}
        />
      )}
      {opened === 'no-model' && <NoModel />}
    </>
  )
}

/** Shows runs that are still running but not on this page: it was reloaded, or another tab started them. */
function useUnseenRuns(promptId: string) {
  const client = useQueryClient()
  const isShown = useLiveRuns(promptId).length > 0
  const { open } = useRuns(promptId)
  const look = useEffectEvent(async () => {
    if (isShown || !hasChosenModels()) return
    const kept = await client.fetchQuery(storedRunsQuery(promptId)).catch(() => [])
    const running = kept.filter(({ state }) => state === 'running').slice(0, 3)
    const whole = await Promise.all(running.map(({ id }) => send(runCalls.getRun, { runId: id })))
    if (whole.length > 0) open(whole.map(({ run }) => run))
  })
  useEffect(() => {
    look().catch(() => {})
  }, [])
}

function NoModel() {
  const t = useTranslations('runs')
  return (
    <section className={styles.noModel} aria-label={t('none.title')}>
      <p role="status">{t('none.text')}</p>
      <a href={connectionsPath} target="_blank" className={buttonStyles.plain}>
        {t('none.connect')}
        <ArrowUpRight size={16} />
        <span className="visually-hidden">{t('newTab')}</span>
      </a>
    </section>
  )
}
