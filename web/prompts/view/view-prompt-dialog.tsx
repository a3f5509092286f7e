import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { eraseDraft, registerDraft, readDraft } from '#web/api/draft.ts'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import type { MenuControls } from '#web/ui/controls/menu.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { UnsavedQuestion, useUnsavedGuard } from '#web/api/unsaved-guard.tsx'
import { UnfilledPrompt } from '#web/prompts/fill-in/unfilled-prompt.tsx'
import { OwnPrompt } from '#web/prompts/fill-in/own-prompt.tsx'
import { ShortName } from '#web/prompts/short-name/short-name.tsx'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { ViewActions, type ViewAction } from './view-actions.tsx'

type ViewPromptDialogProps = {
  open: boolean
  prompt: { id: string; name: string; color: string; isPublic: 0 | 1; preview: string }
  onAction: (action: ViewAction) => void
  onClose: () => void
}

/** The core of the product: a prompt to fill in and copy. */
export function ViewPromptDialog(props: ViewPromptDialogProps) {
  const { open, prompt, onAction, onClose } = props
  const t = useTranslations('library')
  const tShell = useTranslations('shell')
  const {
    prompt: loaded,
    isMissing,
    isUnreachable,
  } = useLoadedPrompt(prompt.id, onClose, { reportsMissing: true })
  const draftKey = `values of ${prompt.id}`
  const [firstValues] = useState(
    () => new Map(readDraft(draftKey) as [string, string][] | undefined),
  )
  // Not state: the next key may close the dialog before the next render.
  const uncopied = useRef<Values>(undefined)
  const { blocker } = useUnsavedGuard(() => open && uncopied.current !== undefined)
  useEffect(
    () => registerDraft(draftKey, () => uncopied.current && [...uncopied.current]),
    [draftKey],
  )
  const isLoaded = loaded !== undefined
  useEffect(() => (isLoaded ? () => eraseDraft(draftKey) : undefined), [isLoaded, draftKey])
  const folder = useFolderPath(loaded?.folderId ?? null)
  const models = useRef<MenuControls>(null)
  const openIn = useRef<MenuControls>(null)
  const { ground, ink, line } = ownerColor(loaded?.color ?? prompt.color)

  return (
    <Dialog
      open={open}
      isComing={!isLoaded && !isMissing}
      size="large"
      title={loaded?.name ?? prompt.name}
      note={loaded?.shortName != null && <ShortName name={loaded.shortName} />}
      place={folder}
      titleStyle={{ background: ground, color: ink, borderColor: line }}
      onCloseRequest={onClose}
      actions={
        !isMissing &&
        (loaded ? (
          <ViewActions
            prompt={loaded}
            openModels={() => models.current?.open()}
            openOpenIn={() => openIn.current?.open()}
            onAction={onAction}
          />
        ) : (
          <IconButton label={t('actions.edit')} onClick={() => onAction('update-prompt')}>
            <Pencil size={18} />
          </IconButton>
        ))
      }
    >
      {isMissing && (
        <>
          <DialogBody>{t('prompt.missing')}</DialogBody>
          <DialogFoot>
            <Button autoFocus onClick={onClose}>
              {tShell('close')}
            </Button>
          </DialogFoot>
        </>
      )}
      {loaded?.prompt === '' && (
        <>
          <DialogBody>{t('prompt.empty')}</DialogBody>
          <DialogFoot>
            <Button look="primary" autoFocus onClick={() => onAction('update-prompt')}>
              {t('actions.edit')}
            </Button>
          </DialogFoot>
        </>
      )}
      {loaded && loaded.prompt !== '' && (
        <OwnPrompt
          prompt={loaded}
          menus={{ models, openIn }}
          firstValues={firstValues}
          onUncopied={(values) => {
            uncopied.current = values
          }}
        />
      )}
      {!loaded && !isMissing && (
        <UnfilledPrompt preview={prompt.preview} isUnreachable={isUnreachable} />
      )}
      <UnsavedQuestion blocker={blocker} what="discardValues" />
    </Dialog>
  )
}

/** Returns the names of the folders down to one; empty at the root and until they have loaded. */
function useFolderPath(folderId: string | null): string {
  const { data: folders } = useQuery({ ...folderTreeQuery, enabled: folderId !== null })
  return useMemo(() => {
    const path = folders && folderId !== null ? toFolderTree(folders).pathTo(folderId) : []
    return path.map(({ name }) => name).join(' / ')
  }, [folders, folderId])
}
