import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { factorCalls, type Passkey } from '#contract/accounts/factors.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, useErrorFocus } from '#web/ui/controls/field.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'

type RenameDialogProps = { open: boolean; passkey: Passkey; onClose: () => void }

/** Renames a passkey. */
export function RenameDialog({ open, passkey, onClose }: RenameDialogProps) {
  const t = useTranslations('accounts.factors')
  const errorText = useErrorText()
  const rename = useCall(factorCalls.renamePasskey, { changes: ['factors'] })
  const [name, setName] = useState(passkey.name)
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, rename.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!rename.isPending) rename.mutate({ passkeyId: passkey.id, name }, { onSuccess: onClose })
  }

  return (
    <Dialog open={open} size="small" title={t('renameTitle')} onCloseRequest={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <DialogBody>
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
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" busy={rename.isPending}>
            {t('save')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
