import { useTranslations } from 'use-intl'
import { emailCalls, EmailChange } from '#contract/accounts/email.ts'
import { useUnsavedDialog } from '#web/api/unsaved-guard.tsx'
import { useCall } from '#web/api/use-call.ts'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from './use-proof.tsx'

/** Mails a link to a new address, which becomes the account's once the link is opened. */
export function EmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('accounts')
  const change = useCall(emailCalls.changeEmail, { changes: ['profile'] })
  const { whenProved, dialog } = useProof()
  const { form, onSubmit, field, failureText } = useAccountForm(
    EmailChange,
    { email: '' },
    (typed) => {
      const onSuccess = () => {
        toastSuccess(t('profile.emailSent'))
        onClose()
      }
      void whenProved(() => change.mutate(typed, { onSuccess }))
    },
  )
  const unsaved = useUnsavedDialog(form.email !== '', onClose)

  return (
    <Dialog open={open} size="small" title={t('profile.emailTitle')} onCloseRequest={unsaved.leave}>
      <DialogForm
        submit={t('profile.changeEmail')}
        isBusy={change.isPending}
        isReady={form.email !== ''}
        onSubmit={onSubmit}
      >
        <div className={formStyles.form}>
          <Field
            label={t('profile.newEmail')}
            type="email"
            autoComplete="email"
            hint={t('profile.emailHint')}
            data-autofocus
            {...field('email')}
          />
          <FormError>{failureText(change.error)}</FormError>
        </div>
      </DialogForm>
      {dialog}
      {unsaved.question}
    </Dialog>
  )
}
