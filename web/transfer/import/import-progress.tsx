import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/api/error-text.ts'
import { PlanNotice } from '#web/library/save-failure.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { cancelImport, resumeImport, keepImported, type ImportRun } from './run-import.ts'
import { ApiError } from '#web/api/api-error.ts'
import styles from './import-dialog.module.css'

/** The progress of an import, with buttons to resume, keep, cancel or hide it. */
export function ImportProgress({ run, onLeave }: { run: ImportRun; onLeave: () => void }) {
  const t = useTranslations('import.run')
  const errorText = useErrorText()
  const id = useId()
  const { name, prompts, done, phase, error, canResume } = run
  const isPlan =
    error instanceof ApiError &&
    (error.code === 'prompt_limit_reached' || error.code === 'subscription_missing')
  const isStopped = phase === 'refused' || phase === 'left'
  return (
    <>
      <DialogBody>
        <p id={id} dir="auto" className="bold breaks">
          {name}
        </p>
        <progress
          aria-labelledby={id}
          className={styles.progress}
          max={Math.max(prompts, 1)}
          value={phase === 'preparing' || phase === 'undoing' ? undefined : done}
        />
        <p className="text-14 tabular">{t('count', { done, all: prompts })}</p>
        <div role="status" className={styles.state}>
          {phase === 'left' ? t(canResume ? 'left' : 'leftForGood') : t(phase)}
        </div>
        {phase === 'refused' && error && (
          <div role="alert" className={styles.refusal}>
            {isPlan ? <PlanNotice text={errorText(error)} /> : <p>{errorText(error)}</p>}
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        {isStopped && done > 0 && (
          <Button className={styles.keep} onClick={() => void keepImported()}>
            {t('keep')}
          </Button>
        )}
        <Button busy={phase === 'undoing'} onClick={() => void cancelImport()}>
          {t(isStopped ? 'undo' : 'cancel')}
        </Button>
        {isStopped || phase === 'waiting' ? (
          canResume && (
            <Button look="primary" data-autofocus onClick={() => void resumeImport()}>
              {t('goOn')}
            </Button>
          )
        ) : (
          <Button look="primary" onClick={onLeave}>
            {t('leave')}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
