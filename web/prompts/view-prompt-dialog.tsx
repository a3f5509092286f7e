import { Link2, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { useIsLate } from '#web/ui/linger.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import { useCopyLink } from './copy-link.ts'
import { FillIn } from './fill-in.tsx'
import { PromptPreview } from './prompt-preview.tsx'
import { UnfilledPrompt } from './unfilled-prompt.tsx'
import { useLoadedPrompt } from './use-loaded-prompt.ts'

type ViewPromptDialogProps = {
  open: boolean
  prompt: { id: string; name: string; color: string; isPublic: 0 | 1; preview: string }
  onEdit: () => void
  onClose: () => void
}

/** The moment the product exists for: a prompt, to be filled in and copied. */
export function ViewPromptDialog({ open, prompt, onEdit, onClose }: ViewPromptDialogProps) {
  const t = useTranslations('library')
  const loaded = useLoadedPrompt(prompt.id, onClose)
  const isLate = useIsLate(150)
  const copyLink = useCopyLink()
  const { ground, ink } = ownerColor(loaded?.color ?? prompt.color)

  return (
    <Dialog
      // At once at its full height where the prompt is there in a moment; else with its beginning.
      open={open && (loaded !== undefined || isLate)}
      size="large"
      title={loaded?.name ?? prompt.name}
      titleStyle={{ background: ground, color: ink }}
      closeLabel={t('actions.close')}
      onCloseRequest={onClose}
      actions={
        <>
          <IconButton label={t('actions.edit')} onClick={onEdit}>
            <Pencil size={18} strokeWidth={1.5} />
          </IconButton>
          {(loaded?.isPublic ?? prompt.isPublic) === 1 && (
            <IconButton label={t('prompt.copyLink')} onClick={() => void copyLink(prompt.id)}>
              <Link2 size={18} strokeWidth={1.5} />
            </IconButton>
          )}
        </>
      }
    >
      {loaded?.prompt === '' && <DialogBody>{t('prompt.missing')}</DialogBody>}
      {loaded && loaded.prompt !== '' && (
        <FillIn body={loaded.prompt} notes={loaded.notes} autoFocus>
          <Button onClick={onClose}>{t('actions.close')}</Button>
        </FillIn>
      )}
      {!loaded && <UnfilledPrompt text={<PromptPreview preview={prompt.preview} />} />}
    </Dialog>
  )
}
