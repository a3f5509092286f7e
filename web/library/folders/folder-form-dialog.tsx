import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { defaultColor, palette } from '#contract/core/colors.ts'
import { readDraft, useDraft } from '#web/api/draft.ts'
import { isChangedElsewhere } from '#web/library/changed-elsewhere.tsx'
import {
  SaveFailure,
  useFailureToast,
  useFieldErrors,
  useSaveOnReturn,
} from '#web/library/save-failure.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ColorPicker } from '#web/ui/controls/color-picker.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'

type FolderEdit = {
  name: string
  color: string
  /** The version to replace; undefined to replace any version. */
  former?: { name: string; color: string } | undefined
}

type FolderFormDialogProps = {
  open: boolean
  /** The folder to change; undefined to create one. */
  folder?: { id: string; name: string; color: string }
  isBusy: boolean
  error: Error | null
  /** Why saving will fail, if that is known in advance. */
  notice?: ReactNode
  onSubmit: (form: FolderEdit, onError: (error: Error) => void) => void
  onClose: () => void
}

export function FolderFormDialog(props: FolderFormDialogProps) {
  const { open, folder, isBusy, error, notice, onSubmit, onClose } = props
  const t = useTranslations('library')
  const tHistory = useTranslations('history.changed')
  const toastFailure = useFailureToast()
  const draftKey = folder ? `folder ${folder.id}` : 'new folder'
  const [before] = useState({ name: folder?.name ?? '', color: folder?.color ?? defaultColor })
  const [form, setForm] = useState(
    () => (readDraft(draftKey) as typeof before | undefined) ?? before,
  )
  const [sent, setSent] = useState<typeof form>()
  const hasChanged = form.name !== before.name || form.color !== before.color
  useDraft(draftKey, hasChanged ? form : undefined)
  const fieldErrors = useFieldErrors(error)

  function save(former: FolderEdit['former']) {
    if (form.name.trim() === '' || isBusy) return
    setSent(form)
    onSubmit({ ...form, former }, toastFailure)
  }

  const shownError = useSaveOnReturn(error, () => {
    if (open && form === sent) save(folder && before)
  })

  return (
    <Dialog
      open={open}
      size="small"
      title={t(folder ? 'folder.updateTitle' : 'folder.createTitle')}
      onCloseRequest={onClose}
    >
      <DialogForm
        submit={t(folder ? 'folder.save' : 'folder.create')}
        isBusy={isBusy}
        isReady={form.name.trim() !== ''}
        error={fieldErrors}
        onSubmit={() => save(folder && before)}
      >
        <div className="stack gap-20">
          <Field
            label={t('folder.name')}
            required
            dir="auto"
            autoComplete="off"
            data-autofocus
            error={form.name === sent?.name ? fieldErrors.name : undefined}
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.target.value })}
          />
          <ColorPicker
            label={t('folder.color')}
            names={palette.map((entry) => t(`colors.${entry}`))}
            color={form.color}
            onChange={(color) => setForm({ ...form, color })}
          />
          <SaveFailure error={shownError} notice={notice}>
            {isChangedElsewhere(error) && (
              <Button onClick={() => save(undefined)}>{tHistory('overwrite')}</Button>
            )}
          </SaveFailure>
        </div>
      </DialogForm>
    </Dialog>
  )
}
