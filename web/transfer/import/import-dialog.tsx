import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FormatOptions } from '#contract/transfer/formats/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { openModals } from '#web/ui/overlays/modals.ts'
import { useStore } from '#web/ui/store.ts'
import { ChooseFiles } from './choose-files.tsx'
import { chosenSources } from './chosen-sources.ts'
import styles from './import-dialog.module.css'
import { Preview } from './preview/preview.tsx'
import { ProblemList } from './preview/problem-list.tsx'
import { importRun } from './run-import.ts'
import { ImportProgress } from './import-progress.tsx'
import { usePaste } from './use-paste.ts'
import { useReading } from './use-reading.ts'

type ImportDialogProps = {
  open: boolean
  /** The folder on screen; null is the root. */
  folderId: string | null
  onClose: () => void
}

const initialOptions: FormatOptions = { takeOver: true }

/** The stages of an import: choosing files, preview, progress. Only one import can be active. */
export function ImportDialog({ open, folderId, onClose }: ImportDialogProps) {
  const t = useTranslations('import')
  const tLibrary = useTranslations('library')
  const run = useStore(importRun)
  const chosen = useStore(chosenSources)
  const [sources, setSources] = useState(chosen)
  // While the dialog fades out, it keeps showing its files.
  if (open && chosen !== sources) setSources(chosen)
  const [options, setOptions] = useState(initialOptions)
  const { reading, share, isReading, failure } = useReading(run ? undefined : sources, options)

  function chooseOthers() {
    setOptions(initialOptions)
    chosenSources.set(undefined)
  }
  const isEmpty = reading && reading.library.prompts.length + reading.library.folders.length === 0
  usePaste((pasted) => {
    if (!open || run) return
    // Next to the prompts found, because a problem may ask for the text of one file.
    chosenSources.set(reading && !isEmpty && sources ? [...sources, ...pasted] : pasted)
  })
  const stage = run ? 'run' : !sources ? 'choose' : (reading ?? 'read')
  const focusNewStage = useEffectEvent((_stage: unknown) => focusStage())
  useEffect(() => focusNewStage(stage), [stage])
  return (
    <Dialog open={open} size="large" title={tLibrary('import')} onCloseRequest={onClose}>
      {run ? (
        <ImportProgress run={run} onLeave={onClose} />
      ) : !sources ? (
        <DialogBody>
          <ChooseFiles onChoose={chosenSources.set} />
        </DialogBody>
      ) : reading && !isEmpty ? (
        <Preview
          key={sources[0]?.path}
          sources={sources}
          reading={reading}
          isReading={isReading}
          options={options}
          folderId={folderId}
          onOptions={setOptions}
          onOthers={chooseOthers}
          onCancel={onClose}
        />
      ) : (
        <>
          <DialogBody>
            {isReading ? (
              <div className={styles.reading}>
                <p id="reading">{t('reading.title')}</p>
                <progress
                  aria-labelledby="reading"
                  className={styles.progress}
                  value={share || undefined}
                />
              </div>
            ) : (
              <div role="alert">
                <p className={styles.nothing}>
                  {failure ? t('reading.failed') : t('reading.nothing')}
                </p>
                {reading && <ProblemList problems={reading.problems} />}
              </div>
            )}
          </DialogBody>
          <DialogFoot>
            <Button data-autofocus onClick={isReading ? onClose : chooseOthers}>
              {isReading ? tLibrary('actions.cancel') : t('others')}
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}

/**
 * Restores the focus that was lost with the previous stage. Falls back to the dialog, as the button may be disabled.
 */
function focusStage() {
  const dialog = openModals.at(-1)
  for (const selector of ['[data-autofocus]', '[tabindex="-1"]']) {
    if (document.activeElement !== document.body) return
    dialog?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }
}
