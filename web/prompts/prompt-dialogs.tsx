import { useState, type ReactNode } from 'react'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/library/prompts.ts'
import { useCall } from '#web/api/use-call.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import { FolderField } from '#web/library/tree/folder-field.tsx'
import { useFormDraft } from './device-draft.ts'
import { LoadingForm } from './loading-form.tsx'
import { PromptForm } from './prompt-form.tsx'
import { SharingToggle } from './sharing-toggle.tsx'
import { useLoadedPrompt } from './use-loaded-prompt.ts'

type CreatePromptProps = {
  open: boolean
  folderId: string | null
  /** The title, if already typed. */
  name: string | undefined
  /** The text, if it was pasted outside a form or is a model's answer. */
  firstText: string | undefined
  /** Whether braces in the text are plain text. */
  isLiteral: true | undefined
  /** Why saving will fail, if that is known in advance. */
  notice: ReactNode
  onClose: () => void
}

export function CreatePrompt(props: CreatePromptProps) {
  const { open, name, firstText, isLiteral, notice, onClose } = props
  const t = useTranslations('library')
  const tHistory = useTranslations('history')
  const draft = useFormDraft(undefined, props.folderId)
  const [folderId, setFolderId] = useState(draft.folderId)
  const { mutate, isPending, error } = useCall(promptCalls.createPrompt, {
    changes: ['prompts', 'counts'],
  })
  return (
    <Dialog open={open} size="large" title={t('prompt.createTitle')} onCloseRequest={onClose}>
      <PromptForm
        open={open}
        draft={draft}
        folderId={folderId}
        firstName={name}
        firstText={firstText}
        isLiteral={isLiteral}
        isBusy={isPending}
        error={error}
        notice={notice}
        onSubmit={(text, outcome) => mutate({ ...text, folderId, attempt: draft.key }, outcome)}
        onClose={onClose}
      >
        <FolderField
          label={tHistory('folder')}
          root={t('search.inRoot')}
          folderId={folderId}
          onChange={setFolderId}
        />
      </PromptForm>
    </Dialog>
  )
}

type UpdatePromptProps = {
  open: boolean
  promptId: string
  onVersions: () => void
  onClose: () => void
}

export function UpdatePrompt({ open, promptId, onVersions, onClose }: UpdatePromptProps) {
  const t = useTranslations('library')
  const tHistory = useTranslations('history.versions')
  const { mutate, isPending, error } = useCall(promptCalls.updatePrompt, { changes: ['prompts'] })
  const { prompt, isUnreachable } = useLoadedPrompt(promptId, onClose)
  const draft = useFormDraft(promptId, null)
  return (
    <Dialog
      open={open}
      isComing={prompt === undefined}
      size="large"
      title={t('prompt.updateTitle')}
      actions={
        <IconButton label={tHistory('open')} onClick={onVersions}>
          <History size={18} />
        </IconButton>
      }
      onCloseRequest={onClose}
    >
      {prompt ? (
        <PromptForm
          open={open}
          draft={draft}
          folderId={prompt.folderId}
          prompt={prompt}
          isBusy={isPending}
          error={error}
          onSubmit={(text, outcome) => mutate({ ...text, promptId }, outcome)}
          onClose={onClose}
        >
          <SharingToggle prompt={prompt} />
        </PromptForm>
      ) : (
        <DialogBody>
          <LoadingForm isUnreachable={isUnreachable} />
        </DialogBody>
      )}
    </Dialog>
  )
}
