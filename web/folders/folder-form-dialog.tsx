import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { defaultColor, palette } from '#contract/colors.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure, useFailureToast } from '#web/ui/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { ColorPicker } from '#web/ui/color-picker.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './folder-form-dialog.module.css'

type FolderFormDialogProps = {
  open: boolean
  /** The folder to change; without one, a new one is made. */
  folder?: { name: string; color: string }
  isBusy: boolean
  error: Error | null
  onSubmit: (form: { name: string; color: string }, onError: (error: Error) => void) => void
  onClose: () => void
}

export function FolderFormDialog(props: FolderFormDialogProps) {
  const { open, folder, isBusy, error, onSubmit, onClose } = props
  const t = useTranslations('library')
  const toastFailure = useFailureToast()
  const [name, setName] = useState(folder?.name ?? '')
  const [color, setColor] = useState(folder?.color ?? defaultColor)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    onSubmit({ name, color }, toastFailure)
  }

  return (
    <Dialog
      open={open}
      size="small"
      title={t(folder ? 'folder.updateTitle' : 'folder.createTitle')}
      closeLabel={t('actions.close')}
      onCloseRequest={onClose}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            <Field
              label={t('folder.name')}
              required
              dir="auto"
              maxLength={limits.nameLength}
              autoComplete="off"
              data-autofocus
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <ColorPicker
              label={t('folder.color')}
              names={palette.map((entry) => t(`colors.${entry}`))}
              color={color}
              onChange={setColor}
            />
            <FormFailure error={error} />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button look="primary" type="submit" busy={isBusy} disabled={name.trim() === ''}>
            {t(folder ? 'folder.save' : 'folder.create')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
