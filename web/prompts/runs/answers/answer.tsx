import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BookmarkPlus, RotateCcw, Square, Type } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { connectionsPath } from '#web/prompts/runs/connections/connections-path.ts'
import { screens } from '#contract/screens.ts'
import { hasCredits } from '#web/api/server-has.ts'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/controls/menu.tsx'
import { useLazyCode } from '#web/ui/lazy-code.ts'
import { stopRun, type LiveRun } from '#web/prompts/runs/live-runs.ts'
import type { FilledInStore } from '#web/prompts/runs/use-runs.ts'
import styles from './answer.module.css'
import { CopyButton } from './copy-button.tsx'
import { LongText } from './long-text.tsx'
import { markdownCode } from './markdown-code.ts'

/** Errors that the user fixes in a connection. */
const ownCodes: ReadonlySet<string> = new Set([
  'key_refused',
  'model_unpaid',
  'model_endpoint_missing',
  'key_needed',
  'model_unknown',
  'address_refused',
  'model_unreachable',
])

type AnswerProps = {
  run: LiveRun
  filledIn: FilledInStore
  /** Whether the dialog's foot has a button that copies it. */
  isCopiedBelow?: boolean
  onAgain: () => void
  onReconnect: () => void
  /** Opens the form of a new prompt with the answer as its text. */
  onSave: () => void
}

/** The answer of one model, rendered from Markdown. Copying and saving use the original text. */
export function Answer(props: AnswerProps) {
  const { run, filledIn, isCopiedBelow = false, onAgain, onReconnect, onSave } = props
  const t = useTranslations('runs')
  const { model, answer, state, spent, tokens } = run
  const { name } = model
  const [isRaw, setRaw] = useState(false)
  const isRunning = state === 'running'

  return (
    <article
      className="stack one-column gap-8"
      aria-label={t('model', { model: name })}
      aria-busy={isRunning}
    >
      <header className={styles.head}>
        <h3 className="grow shrinks text-13 medium breaks">
          <bdi>{name}</bdi>
        </h3>
        {!run.isLost && <StopOrAgain run={run} onAgain={onAgain} />}
        {answer !== '' && (
          <>
            {!isCopiedBelow && (
              <CopyButton
                label={t('copyOf', { model: name })}
                text={answer}
                confirmation={t('copied')}
              />
            )}
            <Menu
              label={t('more', { model: name })}
              entries={[
                { label: t('save'), icon: <BookmarkPlus size={16} />, onPress: onSave },
                {
                  label: t(isRaw ? 'formatted' : 'raw'),
                  icon: <Type size={16} />,
                  onPress: () => setRaw(!isRaw),
                },
              ]}
            />
          </>
        )}
      </header>
      <OtherValues run={run} filledIn={filledIn} />
      {answer !== '' && (
        <div
          dir="auto"
          className={classNames(styles.text, isRunning && !run.isLost && styles.running)}
        >
          <Text text={answer} isRaw={isRaw} />
        </div>
      )}
      {isRunning && !run.isLost && answer === '' && (
        <p className="text-13 quiet">
          <span className={styles.pulse} aria-hidden />
          {t('waiting')}
        </p>
      )}
      {state === 'done' && answer === '' && (
        <p className="text-13 quiet">{t(run.isCut ? 'thinkingOnly' : 'nothing')}</p>
      )}
      {state === 'stopped' && (
        <p className="text-13 quiet">{t(answer === '' ? 'stoppedEmpty' : 'stopped')}</p>
      )}
      {run.isLost && (
        <p className="text-14 red">
          {t('lost')}{' '}
          <button type="button" className={buttonStyles.link} onClick={onReconnect}>
            {t('reconnect')}
          </button>
        </p>
      )}
      {state === 'failed' && run.error && <Failure run={run} error={run.error} />}
      {state === 'done' && run.isCut && answer !== '' && (
        <p className="text-13 quiet">{t('cut')}</p>
      )}
      {run.reserved > 0 && spent !== undefined && hasCredits() && (
        <p className="text-13 quiet">{t('cost', { credits: spent })}</p>
      )}
      {!isRunning && (
        <details className={styles.sent}>
          <summary>{t('sent')}</summary>
          {tokens && <p>{t('tokens', tokens)}</p>}
          <div dir="auto">{run.text}</div>
        </details>
      )}
    </article>
  )
}

/** The maximum length in characters, and the maximum number of values. */
const longestValue = 60
const mostValues = 3

/** Shows the values of an answer if the form has others. */
function OtherValues({ run, filledIn }: { run: LiveRun; filledIn: FilledInStore }) {
  const t = useTranslations('runs')
  const current = useSyncExternalStore(filledIn.subscribe, filledIn.get)
  const others = run.values.filter(({ name, value }) => (current.get(name) ?? '') !== value)
  if (others.length === 0) return null
  return (
    <p className="text-13 quiet">
      {t('madeWith')}{' '}
      {others.slice(0, mostValues).map(({ name, value }) => (
        <span key={name} className={styles.value}>
          <bdi>{name}</bdi>: <bdi>{shorten(value)}</bdi>
        </span>
      ))}
      {others.length > mostValues && '… '}
      <button
        type="button"
        className={buttonStyles.link}
        onClick={() => filledIn.setAll(new Map(run.values.map(({ name, value }) => [name, value])))}
      >
        {t('useValues')}
      </button>
    </p>
  )
}

function shorten(value: string): string {
  const characters = Array.from(value.slice(0, 2 * longestValue))
  const isLong = characters.length > longestValue || value.length > 2 * longestValue
  return isLong ? `${characters.slice(0, longestValue).join('')}…` : value
}

function Text({ text, isRaw }: { text: string; isRaw: boolean }) {
  const { code } = useLazyCode(markdownCode)
  if (code && !isRaw) return <code.Markdown text={text} />
  return (
    <div className={isRaw ? styles.raw : undefined}>
      <LongText text={text} />
    </div>
  )
}

/** In milliseconds. Within this time, a second click on "Stop" does not rerun the prompt. */
const againAfter = 800

/** One button for both, which keeps the focus when the run ends. */
function StopOrAgain({ run, onAgain }: Pick<AnswerProps, 'run' | 'onAgain'>) {
  const t = useTranslations('runs')
  const model = run.model.name
  const isRunning = run.state === 'running'
  const endedAt = useRef(0)
  useEffect(() => {
    if (!isRunning) endedAt.current = performance.now()
  }, [isRunning])
  const again = () => {
    if (performance.now() - endedAt.current > againAfter) onAgain()
  }
  return (
    <IconButton
      label={t(isRunning ? 'stopOf' : 'againOf', { model })}
      aria-disabled={run.isStopping || undefined}
      onClick={() => (isRunning ? stopRun(run) : again())}
    >
      {isRunning ? <Square size={16} /> : <RotateCcw size={16} />}
    </IconButton>
  )
}

/** Explains a missing or incomplete answer, and offers a remedy. */
function Failure({ run, error }: { run: LiveRun; error: NonNullable<LiveRun['error']> }) {
  const t = useTranslations('runs')
  const errorText = useErrorText()
  const code = error instanceof Error ? (error instanceof ApiError ? error.code : '') : error
  return (
    <p className="text-14 red">
      {errorText(error)}{' '}
      {code === 'credits_missing' && <NewTabLink href={screens.plans} text={t('seePlans')} />}
      {run.model.connectionId !== null && ownCodes.has(code) && (
        <NewTabLink href={connectionsPath} text={t('toConnections')} />
      )}
    </p>
  )
}

/** In a separate tab, since the typed input is still here. */
function NewTabLink({ href, text }: { href: string; text: string }) {
  const t = useTranslations('runs')
  return (
    <a href={href} target="_blank" className={buttonStyles.link}>
      {text} <span className="visually-hidden">{t('newTab')}</span>
    </a>
  )
}
