import { useEffect, useState } from 'react'
import { Check, Copy, RotateCcw, Square } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { connectionsPath } from '#web/paths.ts'
import { screens } from '#contract/screens.ts'
import { copyText } from '#web/ui/copy-text.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { IconButton } from '#web/ui/controls/button.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { followAgain, stopRun, type LiveRun } from '#web/runs/live-runs.ts'
import styles from './answer.module.css'

const iconLook = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What one model answers, as plain text. */
export function Answer({ run, onAgain }: { run: LiveRun; onAgain: () => void }) {
  const t = useTranslations('runs')
  const { model, answer, state, credits } = run
  const { name } = model
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(answer))) return toastError(t('copyFailed'))
    toastSuccess(t('copied'))
    setCopied(true)
  }
  const isRunning = state === 'running'

  return (
    <article className={styles.answer} aria-label={t('model', { model: name })} aria-busy={isRunning}>
      <header className={styles.head}>
        <h3 className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        {isRunning && !run.isLost && (
          <IconButton
            label={t('stopOf', { model: name })}
            aria-disabled={run.isStopping || undefined}
            onClick={() => stopRun(run)}
          >
            <Square {...iconLook} />
          </IconButton>
        )}
        {!isRunning && (
          <IconButton label={t('againOf', { model: name })} onClick={onAgain}>
            <RotateCcw {...iconLook} />
          </IconButton>
        )}
        {answer !== '' && (
          <IconButton label={t('copyOf', { model: name })} onClick={() => void copy()}>
            {copied ? <Check {...iconLook} /> : <Copy {...iconLook} />}
          </IconButton>
        )}
      </header>
      {answer !== '' && (
        <div dir="auto" className={styles.text}>
          {answer}
          {isRunning && !run.isLost && <span className={styles.caret} aria-hidden />}
        </div>
      )}
      {isRunning && !run.isLost && answer === '' && (
        <p className={styles.quiet}>
          <span className={styles.pulse} aria-hidden />
          {t('waiting')}
        </p>
      )}
      {state === 'done' && answer === '' && <p className={styles.quiet}>{t('nothing')}</p>}
      {state === 'stopped' && (
        <p className={styles.quiet}>{t(answer === '' ? 'stoppedEmpty' : 'stopped')}</p>
      )}
      {run.isLost && (
        <p className={styles.failure}>
          {t('lost')}{' '}
          <button type="button" className={buttonStyles.link} onClick={() => followAgain(run)}>
            {t('reconnect')}
          </button>
        </p>
      )}
      {state === 'failed' && run.error && <Failure run={run} error={run.error} />}
      {credits && (
        <p className={styles.cost}>
          {credits.spent === undefined
            ? t('reserved', { credits: credits.reserved })
            : t('cost', { credits: credits.spent })}
          {run.tokens && <Tokens {...run.tokens} />}
        </p>
      )}
    </article>
  )
}

function Tokens({ input, output }: { input: number; output: number }) {
  const t = useTranslations('runs')
  return <> · {t('tokens', { input, output })}</>
}

/** Why there is no answer, or no whole one, and what to do about it. */
function Failure({ run, error }: { run: LiveRun; error: NonNullable<LiveRun['error']> }) {
  const t = useTranslations('runs')
  const errorText = useErrorText()
  const code = error instanceof Error ? (error instanceof ApiError ? error.code : '') : error
  return (
    <p className={styles.failure}>
      {errorText(error)}{' '}
      {code === 'credits_missing' && <WayOut href={screens.plans} text={t('seePlans')} />}
      {run.isOwn && ['key_refused', 'key_needed', 'model_unknown', 'address_refused', 'model_unreachable'].includes(code) && (
        <WayOut href={connectionsPath} text={t('toConnections')} />
      )}
    </p>
  )
}

/** In a tab of its own, since what was typed is still here. */
function WayOut({ href, text }: { href: string; text: string }) {
  const t = useTranslations('runs')
  return (
    <a href={href} target="_blank" className={buttonStyles.link}>
      {text} <span className="visually-hidden">{t('newTab')}</span>
    </a>
  )
}
