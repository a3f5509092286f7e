import { useTranslations } from 'use-intl'
import buttonStyles from '#web/ui/controls/button.module.css'
import { useRun, type RunInput } from './use-run.ts'

/** A button that runs a prompt although some variables are still empty. */
export function RunAnyway(input: RunInput) {
  const t = useTranslations('runs')
  return (
    <button type="button" className={buttonStyles.link} onClick={useRun(input)}>
      {t('anyway')}
    </button>
  )
}
