import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { sessionCalls } from '#contract/accounts/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import formStyles from '#web/accounts/account-form.module.css'
import { GoogleButton } from '#web/accounts/google/google-button.tsx'

type ProofDialogProps = {
  open: boolean
  email: string
  /** The account has no password: the user signs in with Google again instead. */
  isGoogleOnly: boolean
  onClose: () => void
  onProved: () => void
}

/** Asks for the password again before an action that requires more than a session. */
export function ProofDialog({ open, email, isGoogleOnly, onClose, onProved }: ProofDialogProps) {
  const t = useTranslations('accounts.proof')
  const errorText = useErrorText()
  const prove = useCall(sessionCalls.proveSession, { changes: ['profile'] })
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '' || prove.isPending) return
    prove.mutate({ password }, { onSuccess: onProved })
  }

  return (
    <Dialog open={open} size="small" title={t('title')} onCloseRequest={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <div className={formStyles.form}>
            {isGoogleOnly ? (
              <GoogleProof />
            ) : (
              <>
                <p className="text-14 quiet">{t('text')}</p>
                <ProofField email={email} password={password} onChange={setPassword} />
                <FormError>{prove.error && errorText(prove.error)}</FormError>
              </>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {!isGoogleOnly && (
            <Button look="primary" type="submit" busy={prove.isPending} disabled={password === ''}>
              {t('submit')}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Asks a user without a password to sign in with Google again. */
export function GoogleProof() {
  const t = useTranslations('accounts.proof')
  return (
    <>
      <p className="text-14 quiet">{t('googleText')}</p>
      <GoogleButton returnTo={location.pathname + location.search} />
    </>
  )
}

type ProofFieldProps = { email: string; password: string; onChange: (password: string) => void }

export function ProofField({ email, password, onChange }: ProofFieldProps) {
  const t = useTranslations('accounts')
  return (
    <>
      {/* Password managers ask for the account's name. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('profile.currentPassword')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
