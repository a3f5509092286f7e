import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { runCalls, type RunCard } from '#contract/runs/runs.ts'
import { send } from '#web/api/send.ts'
import { useCommands } from '#web/library/commands.ts'
import { connectionsPath } from '#web/prompts/runs/connections/connections-path.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import type { AnswerScreen } from './answers/answer-screen.ts'
import { Answers } from './answers/answers.tsx'
import { useKeptTop } from './answers/kept-top.ts'
import { hasChosenModels, mostAtOnce } from './chosen-models.ts'
import { EarlierRuns } from './earlier/earlier-runs.tsx'
import { storedRunsQuery } from './list-runs.ts'
import { areRunsShown } from './live-runs.ts'
import styles from './run-area.module.css'
import { useRuns, type FilledIn, type FilledInStore } from './use-runs.ts'

/** The area that is open next to the answers. */
export type Opened = 'earlier' | 'no-model' | undefined

export type RunAreaProps = {
  prompt: { id: string; folderId: string | null }
  screen: AnswerScreen
  filledIn: FilledInStore
  opened: Opened
  onOpen: (opened: Opened) => void
  /** Undefined if the prompt cannot be sent yet. */
  readFilledIn: () => FilledIn | undefined
  /** Other sites for the prompt, if there is no model. */
  openIn: ReactNode
}

/** The area below the filled-in prompt, with new and earlier answers of models. */
export function RunArea(props: RunAreaProps) {
  const { prompt, screen, filledIn, opened, onOpen, readFilledIn, openIn } = props
  const promptId = prompt.id
  const area = useRef<HTMLDivElement>(null)
  const runs = useRuns(promptId)
  const commands = useCommands()
  const isShown = screen.runs.length > 0 || opened !== undefined
  useUnseenRuns(promptId)
  useKeptTop(area, isShown)
  useReadingPlace(area, screen)
  return (
    <div ref={area} className={isShown ? styles.area : undefined}>
      <Answers
        promptId={promptId}
        filledIn={filledIn}
        shownKey={screen.shown?.key}
        onShow={screen.show}
        isCopiedBelow={screen.hasScreen}
        onAgain={(run) => {
          const filledIn = readFilledIn()
          if (!filledIn) return
          screen.expect()
          runs.again(run, filledIn)
        }}
        onReconnect={runs.reconnect}
        onSave={({ answer }) =>
          commands.open({
            kind: 'create-prompt',
            folderId: prompt.folderId,
            text: answer,
            isLiteral: true,
          })
        }
        onEarlier={opened === 'earlier' ? undefined : () => onOpen('earlier')}
      />
      {opened === 'earlier' && (
        <EarlierRuns
          promptId={promptId}
          onShow={(run) => {
            screen.expect()
            runs.open([run])
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
      {opened === 'no-model' && <NoModel openIn={openIn} />}
    </div>
  )
}

/** In pixels. If an answer has less space than this, the prompt is collapsed. */
const leastRoom = 240

/** Scrolls a new answer into view, and collapses the prompt at its first words if there is little space. */
function useReadingPlace(area: { current: HTMLElement | null }, screen: AnswerScreen) {
  const { runs, isPhone } = screen
  const keys = runs.map(({ key }) => key).join(' ')
  const firstKeys = useRef(keys)
  const begun = runs.some(({ answer }) => answer !== '') ? keys : ''

  useLayoutEffect(() => {
    if (keys === '' || keys === firstKeys.current) return
    firstKeys.current = ''
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [area, keys])

  const begin = useEffectEvent(() => {
    if (!screen.isExpected()) return
    if (isPhone || roomBelow(area.current) < leastRoom) screen.fold()
    area.current?.parentElement?.scrollTo({ top: 0 })
  })
  useLayoutEffect(() => {
    if (begun !== '') begin()
  }, [begun])
}

/** Returns how much of an element would be visible at its beginning if its dialog had its maximum height. */
function roomBelow(area: HTMLElement | null): number {
  const body = area?.parentElement
  const foot = body?.nextElementSibling
  if (!area || !body || !foot) return Infinity
  const end = innerHeight * 0.97 - foot.clientHeight
  return end - body.getBoundingClientRect().top - area.offsetTop
}

/** In milliseconds. Runs of a comparison are started together, but stored one after the other. */
const sameStart = 3_000

function areCompared(run: RunCard, other: RunCard): boolean {
  return Math.abs(Date.parse(run.startedAt) - Date.parse(other.startedAt)) < sameStart
}

/**
 * Shows runs in progress that this page does not show yet, because it was reloaded, or another tab started them. Also
 * shows the answers that they are compared with.
 */
function useUnseenRuns(promptId: string) {
  const client = useQueryClient()
  const { open } = useRuns(promptId)
  const look = useEffectEvent(async () => {
    if (areRunsShown(promptId) || !hasChosenModels()) return
    const kept = await client.fetchQuery(storedRunsQuery(promptId)).catch(() => [])
    const running = kept.filter(({ state }) => state === 'running')
    const compared = kept
      .filter((run) => running.some((other) => areCompared(run, other)))
      .slice(0, mostAtOnce)
      .toReversed()
    const whole = await Promise.all(compared.map(({ id }) => send(runCalls.getRun, { runId: id })))
    // The user may have started others in the meantime.
    if (whole.length > 0 && !areRunsShown(promptId)) open(whole.map(({ run }) => run))
  })
  useEffect(() => {
    look().catch(() => {})
  }, [])
}

function NoModel({ openIn }: { openIn: ReactNode }) {
  const t = useTranslations('runs')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className={styles.noModel} aria-label={t('none.title')}>
      {/* The prompt stays in view, and the answers below can be scrolled to. */}
      <div ref={notice} role="status">
        <h3 className="text-14 medium">{t('none.title')}</h3>
        <p>{t('none.text')}</p>
      </div>
      {openIn}
      <a href={connectionsPath} target="_blank" className={buttonStyles.plain}>
        {t('none.connect')}
        <ArrowUpRight size={16} />
        <span className="visually-hidden">{t('newTab')}</span>
      </a>
    </section>
  )
}
