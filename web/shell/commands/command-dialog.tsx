import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { DeleteFolderDialog } from '#web/library/folders/delete-folder-dialog.tsx'
import { CreateFolder, UpdateFolder } from '#web/library/folders/folder-dialogs.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { DeletePromptDialog } from '#web/prompts/delete-prompt-dialog.tsx'
import { CreatePrompt, UpdatePrompt } from '#web/prompts/prompt-dialogs.tsx'
import { ViewPromptDialog } from '#web/prompts/view/view-prompt-dialog.tsx'
import { VersionsDialog } from '#web/prompts/versions/versions-dialog.tsx'
import { PlanNotice } from '#web/library/save-failure.tsx'
import { useCommands, type Command, type PromptBasics } from '#web/library/commands.ts'
import { ExportDialog } from '#web/transfer/export/export-dialog.tsx'
import { SkillDialog } from '#web/transfer/export/skill-dialog.tsx'
import { ComingImport } from '#web/transfer/import/coming-import.tsx'
import { MoveDialog } from '#web/library/moving/move-dialog.tsx'
import { StarterDialog } from '#web/prompts/starter/starter-dialog.tsx'
import { KeyList } from '#web/shell/palette/key-list.tsx'
import { Palette } from '#web/shell/palette/palette.tsx'

type CommandDialogProps = {
  open: boolean
  dialog: Command
  onClose: () => void
}

/** Renders the dialog of a command. */
export function CommandDialog(props: CommandDialogProps) {
  const { open, dialog, onClose } = props
  const { noPlan, noRoom } = usePlanNotices()
  const commands = useCommands()
  switch (dialog.kind) {
    case 'create-folder':
      return (
        <CreateFolder open={open} parentId={dialog.folderId} notice={noPlan} onClose={onClose} />
      )
    case 'update-folder':
      return <UpdateFolder open={open} folder={dialog.folder} onClose={onClose} />
    case 'delete-folder':
      return <DeleteFolderDialog open={open} folder={dialog.folder} onClose={onClose} />
    case 'create-prompt':
      return (
        <CreatePrompt
          open={open}
          folderId={dialog.folderId}
          name={dialog.name}
          firstText={dialog.text}
          isLiteral={dialog.isLiteral}
          notice={noPlan ?? noRoom}
          onClose={onClose}
        />
      )
    case 'view-prompt':
      return (
        <ViewPromptDialog
          open={open}
          prompt={dialog.prompt}
          onAction={(kind) => commands.open({ kind, prompt: dialog.prompt })}
          onClose={onClose}
        />
      )
    case 'update-prompt':
      return (
        <UpdatePrompt
          open={open}
          promptId={dialog.prompt.id}
          onVersions={() => commands.open({ kind: 'versions', prompt: dialog.prompt })}
          onClose={onClose}
        />
      )
    case 'move-prompt':
      return <MovePromptDialog open={open} prompt={dialog.prompt} onClose={onClose} />
    case 'move':
      return <MoveDialog open={open} moved={dialog} onClose={onClose} />
    case 'starter-shelf':
      return <StarterDialog open={open} onClose={onClose} />
    case 'import':
      return <ComingImport open={open} folderId={dialog.folderId} onClose={onClose} />
    case 'export':
      return <ExportDialog open={open} what={dialog} onClose={onClose} />
    case 'skill':
      return <SkillDialog open={open} prompt={dialog.prompt} onClose={onClose} />
    case 'versions':
      return <VersionsDialog open={open} prompt={dialog.prompt} onClose={onClose} />
    case 'delete-prompt':
      return <DeletePromptDialog open={open} prompt={dialog.prompt} onClose={onClose} />
    case 'palette':
      return <Palette open={open} onClose={onClose} />
    case 'keys':
      return <KeyList open={open} onClose={onClose} />
  }
}

type MovePromptDialogProps = { open: boolean; prompt: PromptBasics; onClose: () => void }

function MovePromptDialog({ open, prompt: { id, name }, onClose }: MovePromptDialogProps) {
  const [moved] = useState({ promptIds: [id], folderIds: [], name, mode: 'move' as const })
  return <MoveDialog open={open} moved={moved} onClose={onClose} />
}

/** Returns the notice shown before anything is typed: no active plan, or no room left in it. */
function usePlanNotices() {
  const t = useTranslations('library.limit')
  const errorText = useErrorText()
  const { data: profile } = useQuery(profileQuery)
  if (!profile) return {}
  const { prompts, promptLimit } = profile.usage
  if (profile.subDetails?.isActive !== 1) {
    return { noPlan: <PlanNotice text={errorText('subscription_missing')} /> }
  }
  if (promptLimit === null || prompts < promptLimit) return {}
  return { noRoom: <PlanNotice text={t('reached', { count: prompts, limit: promptLimit })} /> }
}
