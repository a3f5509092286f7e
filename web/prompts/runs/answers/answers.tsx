import { useId, useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useLiveRuns, type LiveRun } from '#web/prompts/runs/live-runs.ts'
import type { FilledInStore } from '#web/prompts/runs/use-runs.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { Answer } from './answer.tsx'
import styles from './answers.module.css'

/** Actions on an answer. */
export type AnswerActions = {
  onAgain: (run: LiveRun) => void
  onReconnect: (run: LiveRun) => void
  onSave: (run: LiveRun) => void
}

type AnswersProps = AnswerActions & {
  promptId: string
  filledIn: FilledInStore
  /** The answer shown if there is room for only one; the first by default. */
  shownKey: string | undefined
  onShow: (key: string) => void
  /** Whether the dialog's foot has a button that copies the shown answer. */
  isCopiedBelow: boolean
  /** Opens earlier runs; undefined if they are already shown. */
  onEarlier: (() => void) | undefined
}

/** The streamed answers of models to a prompt: side by side, on a phone one at a time. */
export function Answers(props: AnswersProps) {
  const { promptId, filledIn, shownKey, onShow, isCopiedBelow, onEarlier, ...actions } = props
  const t = useTranslations('runs')
  const runs = useLiveRuns(promptId)
  const isNarrow = useMediaQuery('(max-width: 640px)')
  const id = useId()
  const hasTabs = isNarrow && runs.length > 1
  const shown = shownRun(runs, shownKey)

  return (
    <>
      {/* Rendered before there is a message, because screen readers would miss a new element. */}
      <LiveText>
        {runs
          .map(({ state, answer, model }) =>
            t(`states.${state === 'failed' && answer !== '' ? 'incomplete' : state}`, {
              model: model.name,
            }),
          )
          .join(' ')}
      </LiveText>
      {runs.length > 0 && (
        <section
          aria-label={t('answers', { count: runs.length })}
          className={styles.answers}
          data-count={runs.length}
        >
          {hasTabs && <Tabs id={id} runs={runs} shown={shown} onShow={({ key }) => onShow(key)} />}
          <div className={classNames(styles.columns, hasTabs && styles.tabbed)}>
            {runs.map((run) => (
              <div
                key={run.key}
                {...(hasTabs && {
                  role: 'tabpanel',
                  id: `${id}-${run.key}`,
                  'aria-labelledby': `${id}-tab-${run.key}`,
                  hidden: run !== shown,
                })}
              >
                <Answer
                  run={run}
                  filledIn={filledIn}
                  isCopiedBelow={isCopiedBelow}
                  onAgain={() => actions.onAgain(run)}
                  onReconnect={() => actions.onReconnect(run)}
                  onSave={() => actions.onSave(run)}
                />
              </div>
            ))}
          </div>
          {onEarlier && (
            <button
              type="button"
              className={classNames(buttonStyles.link, styles.earlier)}
              onClick={onEarlier}
            >
              {t('earlier.title')}
            </button>
          )}
        </section>
      )}
    </>
  )
}

/** Returns the run whose tab is open. */
export function shownRun(runs: readonly LiveRun[], key: string | undefined): LiveRun | undefined {
  return runs.find((run) => run.key === key) ?? runs[0]
}

type TabsProps = {
  id: string
  runs: readonly LiveRun[]
  shown: LiveRun | undefined
  onShow: (run: LiveRun) => void
}

function Tabs({ id, runs, shown, onShow }: TabsProps) {
  const t = useTranslations('runs')
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !shown) return
    event.preventDefault()
    const at = (runs.indexOf(shown) + step + runs.length) % runs.length
    const next = runs[at]
    if (!next) return
    onShow(next)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={t('answers', { count: runs.length })}
      className={styles.tabs}
      onKeyDown={walk}
    >
      {runs.map((run) => (
        <button
          key={run.key}
          type="button"
          role="tab"
          id={`${id}-tab-${run.key}`}
          aria-selected={run === shown}
          aria-controls={`${id}-${run.key}`}
          tabIndex={run === shown ? 0 : -1}
          className={styles.tab}
          onClick={() => onShow(run)}
        >
          <bdi className="ellipsis">{run.model.name}</bdi>
          {run.state === 'running' && <span className={styles.dot} aria-hidden />}
        </button>
      ))}
    </div>
  )
}
