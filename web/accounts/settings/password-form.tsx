import { useTranslations } from 'use-intl'
import { passwordCalls, PasswordChange } from '#contract/accounts/password.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useTokensChoice } from '#web/accounts/tokens/use-tokens-choice.tsx'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { live } from '#web/ui/live-text.tsx'
import { useProof } from './use-proof.tsx'

const emptyForm = { password: '', newPassword: '', confirmPassword: '' }

type PasswordFormProps = {
  email: string
  /** Whether the account has a second factor: then it is asked for, too. */
  needsFactor: boolean
}

/** Changes the password. The fields are validated once the current one is filled in. */
export function PasswordForm({ email, needsFactor }: PasswordFormProps) {
  const t = useTranslations('accounts')
  const change = useCall(passwordCalls.updateProfile, {
    changes: ['profile', 'sessions', 'tokens'],
  })
  const { keepsTokens, choice } = useTokensChoice()
  const { whenProved, dialog } = useProof()
  const { form, onSubmit, field, failureText } = useAccountForm(
    PasswordChange,
    emptyForm,
    (typed, clear) => {
      const update = () => change.mutate({ ...typed, keepsTokens }, { onSuccess: clear })
      if (needsFactor) void whenProved(update)
      else update()
    },
    { field: 'newPassword', error: change.error },
  )

  return (
    <>
      <form noValidate className={formStyles.form} onSubmit={onSubmit}>
        {/* Password managers ask for the account's name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
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
        <div className={formStyles.outcome}>
          <Button type="submit" busy={change.isPending} disabled={form.password === ''}>
            {t('profile.update')}
          </Button>
          <p {...live}>{change.isSuccess && form.password === '' && t('profile.updated')}</p>
        </div>
      </form>
      {dialog}
    </>
  )
}
