import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { factorCalls, type Passkey } from '#contract/accounts/factors.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type RenameDialogProps = { open: boolean; passkey: Passkey; onClose: () => void }

/** Renames a passkey. */
export function RenameDialog({ open, passkey, onClose }: RenameDialogProps) {
  const t = useTranslations('accounts.factors')
  const errorText = useErrorText()
  const rename = useCall(factorCalls.renamePasskey, { changes: ['factors'] })
  const [name, setName] = useState(passkey.name)
  return (
    <Dialog open={open} size="small" title={t('renameTitle')} onCloseRequest={onClose}>
      <DialogForm
        submit={t('save')}
        isBusy={rename.isPending}
        error={rename.error}
        onSubmit={() => rename.mutate({ passkeyId: passkey.id, name }, { onSuccess: onClose })}
      >
        <div className={formStyles.form}>
          <Field
            label={t('name')}
            error={rename.error ? errorText(rename.error) : undefined}
            required
            data-autofocus
            dir="auto"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </DialogForm>
    </Dialog>
  )
}
