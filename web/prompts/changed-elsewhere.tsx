import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { PromptEdit } from '#contract/prompts.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { ApiError } from '#web/api/api-error.ts'
import { TextDifference } from '#web/library/text-difference.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { promptQuery } from './get-prompt.ts'
import styles from './prompt-dialog.module.css'

type ChangedElsewhereProps = { promptId: string; edit: PromptEdit; onOverwrite: () => void }

/** What can be done with a text whose prompt says something else by now. */
export function ChangedElsewhere({ promptId, edit, onOverwrite }: ChangedElsewhereProps) {
  const t = useTranslations('library.changed')
  const tHistory = useTranslations('history.changed')
  const comparison = useDialog()
  async function copy() {
    if (await copyText(toPlainText(edit.prompt))) toastSuccess(t('copied'))
    else toastError(t('copyFailed'))
  }
  return (
    <>
      <Button onClick={comparison.open}>{tHistory('compare')}</Button>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <Button onClick={onOverwrite}>{t('overwrite')}</Button>
      {comparison.isShown && (
        <Dialog
          key={comparison.opening}
          open={comparison.isOpen}
          size="large"
          title={tHistory('compareTitle')}
          onCloseRequest={comparison.close}
        >
          <DialogBody>
            <p className={styles.text}>{tHistory('legend')}</p>
            <Comparison promptId={promptId} edit={edit} />
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}

function Comparison({ promptId, edit }: { promptId: string; edit: PromptEdit }) {
  const { data: stored } = useQuery(promptQuery(promptId))
  if (!stored) return <div aria-busy />
  const { name, prompt, notes, variables = stored.variables } = edit
  return <TextDifference former={stored} later={{ name, prompt, notes, variables }} />
}

export function isChangedElsewhere(error: Error): boolean {
  return error instanceof ApiError && error.code === 'prompt_changed'
}
