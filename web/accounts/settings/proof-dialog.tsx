import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { PasswordField } from '#web/accounts/password-field.tsx'
import { useFactorProof } from '#web/accounts/sign-in/use-factor-proof.tsx'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { GoogleButton } from '#web/accounts/google/google-button.tsx'

type ProofDialogProps = {
  open: boolean
  profile: Profile
  /** Shown even after recent re-authentication. */
  asksAlways: boolean
  onClose: () => void
  onProved: () => void
}

/** Asks the user to re-authenticate, before an action that requires more than a session. */
export function ProofDialog({ open, profile, asksAlways, onClose, onProved }: ProofDialogProps) {
  const t = useTranslations('accounts.proof')
  const { proofs } = profile
  const id = useId()
  const form = { about: id, email: profile.profile.email, onProved }
  return (
    <Dialog open={open} size="small" title={t('title')} about={id} onCloseRequest={onClose}>
      {proofs.length === 0 && <GoogleProof about={id} onClose={onClose} />}
      {proofs.includes('password') && <PasswordProof {...form} />}
      {proofs.length > 0 && !proofs.includes('password') && (
        <FactorProof proofs={proofs} asksAlways={asksAlways} {...form} />
      )}
    </Dialog>
  )
}

type FormProps = { about: string; email: string; onProved: () => void }

function PasswordProof({ about, email, onProved }: FormProps) {
  const t = useTranslations('accounts.proof')
  const tProfile = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const prove = useCall(sessionCalls.proveSession, { changes: ['profile'] })
  const [password, setPassword] = useState('')
  return (
    <DialogForm
      submit={t('submit')}
      isBusy={prove.isPending}
      isReady={password !== ''}
      onSubmit={() => prove.mutate({ password }, { onSuccess: onProved })}
    >
      <div className={formStyles.form}>
        <p id={about} className="text-14 quiet">
          {t('text')}
        </p>
        {/* Password managers ask for the account's name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={tProfile('currentPassword')}
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormError>{prove.error && errorText(prove.error)}</FormError>
      </div>
    </DialogForm>
  )
}

type FactorProofProps = FormProps & Pick<Profile, 'proofs'> & { asksAlways: boolean }

function FactorProof({ about, proofs, asksAlways, onProved }: FactorProofProps) {
  const t = useTranslations('accounts.proof')
  const prove = useCall(sessionCalls.proveSession, { changes: ['profile', 'factors'] })
  const { fields, others, submit, submitText, isBusy } = useFactorProof({
    proofs,
    getOptions: () => send(sessionCalls.getProofOptions, {}),
    prove: prove.mutateAsync,
    onProved,
  })
  return (
    <DialogForm
      submit={submitText ?? t('submit')}
      isBusy={isBusy}
      // Passkeys have no field to focus.
      startsAtSubmit={submitText !== undefined}
      onSubmit={submit}
    >
      <div className={formStyles.form}>
        <p id={about} className="text-14 quiet">
          {t(asksAlways ? 'alwaysText' : 'factorText')}
        </p>
        {fields}
        {others}
      </div>
    </DialogForm>
  )
}

/** Asks a user without a password or a factor to log in with Google again. */
function GoogleProof({ about, onClose }: { about: string; onClose: () => void }) {
  const t = useTranslations('accounts')
  return (
    <>
      <DialogBody>
        <div className={formStyles.form}>
          <p id={about} className="text-14 quiet">
            {t('proof.googleText')}
          </p>
          <GoogleButton returnTo={location.pathname + location.search} />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('profile.cancel')}</Button>
      </DialogFoot>
    </>
  )
}
