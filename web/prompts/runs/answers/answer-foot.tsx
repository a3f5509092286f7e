import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import type { LiveRun } from '#web/prompts/runs/live-runs.ts'
import styles from './answer-foot.module.css'
import { CopyButton } from './copy-button.tsx'

type AnswerFootProps = {
  run: LiveRun | undefined
  /** Called to show the prompt again. */
  onChange: () => void
}

/** The footer of a phone's dialog while an answer takes the screen. */
export function AnswerFoot({ run, onChange }: AnswerFootProps) {
  const t = useTranslations('runs')
  return (
    <footer className={styles.foot}>
      <Button onClick={onChange}>{t('change')}</Button>
      {run && run.answer !== '' && (
        <CopyButton
          isPrimary
          label={t('copyAnswer')}
          text={run.answer}
          confirmation={t('copied')}
        />
      )}
    </footer>
  )
}
