import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { listen } from '#web/ui/listen.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useLiveRuns, type LiveRun } from '#web/runs/live-runs.ts'
import { Answer } from './answer.tsx'
import styles from './answers.module.css'

type AnswersProps = {
  promptId: string
  onAgain: (run: LiveRun) => void
  onReconnect: (run: LiveRun) => void
  /** Opens earlier runs; undefined if they are already shown. */
  onEarlier: (() => void) | undefined
}

/** The streamed answers of models to a prompt: side by side, on a phone one at a time. */
export function Answers({ promptId, onAgain, onReconnect, onEarlier }: AnswersProps) {
  const t = useTranslations('runs')
  const runs = useLiveRuns(promptId)
  const area = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery('(max-width: 640px)')
  const [shownKey, setShownKey] = useState<string>()
  const id = useId()
  useFollowScroll(area, runs)
  const hasTabs = isNarrow && runs.length > 1
  const shown = runs.find(({ key }) => key === shownKey) ?? runs[0]

  return (
    <>
      {/* Rendered before there is a message: screen readers would miss a new status element. */}
      <p role="status" className="visually-hidden">
        {runs.map(({ state, model }) => t(`said.${state}`, { model: model.name })).join(' ')}
      </p>
      {runs.length > 0 && (
        <section
          ref={area}
          aria-label={t('answers', { count: runs.length })}
          className={styles.answers}
          data-count={runs.length}
        >
          {hasTabs && (
            <Tabs id={id} runs={runs} shown={shown} onShow={({ key }) => setShownKey(key)} />
          )}
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
                  onAgain={() => onAgain(run)}
                  onReconnect={() => onReconnect(run)}
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

/** Scrolls a new answer into view, and follows its end as long as the reader stays there. */
function useFollowScroll(area: { current: HTMLElement | null }, runs: readonly LiveRun[]) {
  const isAtEnd = useRef(true)
  const keys = runs.map(({ key }) => key).join(' ')

  useLayoutEffect(() => {
    const body = area.current?.parentElement
    if (!body || keys === '') return
    isAtEnd.current = true
    area.current?.scrollIntoView({ block: 'start' })
    return listen(body, ['scroll'], () => {
      isAtEnd.current = body.scrollHeight - body.scrollTop - body.clientHeight < 48
    })
  }, [area, keys])

  const [only] = runs.length === 1 ? runs : []
  const length = only?.state === 'running' ? only.answer.length : 0
  useLayoutEffect(() => {
    const body = area.current?.parentElement
    if (length > 0 && isAtEnd.current) body?.scrollTo({ top: body.scrollHeight })
  }, [area, length])
}
