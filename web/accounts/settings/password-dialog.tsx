import { useTranslations } from 'use-intl'
import { passwordCalls, PasswordChange } from '#contract/accounts/password.ts'
import { useUnsavedDialog } from '#web/api/unsaved-guard.tsx'
import { useCall } from '#web/api/use-call.ts'
import { FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useTokensChoice } from '#web/accounts/tokens/use-tokens-choice.tsx'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useProof } from './use-proof.tsx'

const emptyForm = { password: '', newPassword: '', confirmPassword: '' }

type PasswordDialogProps = {
  open: boolean
  email: string
  /** Whether the account has a second factor, which is then required, too. */
  needsFactor: boolean
  onClose: () => void
}

/** Changes the password. The fields are validated once the current one is filled in. */
export function PasswordDialog({ open, email, needsFactor, onClose }: PasswordDialogProps) {
  const t = useTranslations('accounts')
  const change = useCall(passwordCalls.updateProfile, {
    changes: ['profile', 'sessions', 'tokens'],
  })
  const { keepsTokens, choice } = useTokensChoice()
  const { whenProved, dialog } = useProof()
  const { form, onSubmit, field, failureText } = useAccountForm(
    PasswordChange,
    emptyForm,
    (typed) => {
      const onSuccess = () => {
        toastSuccess(t('profile.updated'))
        onClose()
      }
      const update = () => change.mutate({ ...typed, keepsTokens }, { onSuccess })
      if (needsFactor) void whenProved(update)
      else update()
    },
    { field: 'newPassword', error: change.error },
  )
  const isUnsaved = Object.values(form).some((value) => value !== '')
  const unsaved = useUnsavedDialog(isUnsaved, onClose)

  return (
    <Dialog
      open={open}
      size="small"
      title={t('profile.changePassword')}
      onCloseRequest={unsaved.leave}
    >
      <DialogForm
        submit={t('profile.update')}
        isBusy={change.isPending}
        isReady={form.password !== ''}
        onSubmit={onSubmit}
      >
        <div className={formStyles.form}>
          {/* Password managers ask for the account's name. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            data-autofocus
            {...field('password')}
          />
          <PasswordField
            label={t('profile.newPassword')}
            autoComplete="new-password"
            hint={t('register.passwordHint')}
            {...field('newPassword')}
          />
          <PasswordField
            label={t('confirmPassword')}
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
          {choice}
          <FormError>{failureText(change.error)}</FormError>
        </div>
      </DialogForm>
      {dialog}
      {unsaved.question}
    </Dialog>
  )
}
