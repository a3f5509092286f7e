import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { factorCalls } from '#contract/accounts/factors.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { CopyLine } from '#web/accounts/tokens/copy-button.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import styles from './factors.module.css'
import { factorChanges } from './list-factors.ts'
import { isRefusedFor } from '#web/accounts/sign-in/passkeys.ts'
import { QrCode } from './qr-code.tsx'

export type AppSecret = { secret: string; uri: string }

type AppDialogProps = AppSecret & {
  open: boolean
  onClose: () => void
  /** Called with the recovery codes of a first factor. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** Shows the secret of an authenticator app, and asks for its first code. */
export function AppDialog({ open, secret, uri, onClose, onAdded }: AppDialogProps) {
  const t = useTranslations('accounts.factors')
  const errorText = useErrorText()
  const confirm = useCall(factorCalls.confirmTotp, { changes: factorChanges })
  const { whenProved, dialog } = useProof()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<object>()
  const failure = confirm.error ? errorText(confirm.error) : undefined
  const isOfField = isRefusedFor(confirm.error, 'code_wrong', 'fields_missing')

  function finish({ recoveryCodes }: { recoveryCodes: string[] | null }) {
    onClose()
    onAdded(recoveryCodes)
  }

  function submit() {
    setMissing(code.trim() === '' ? {} : undefined)
    if (code.trim() === '') return
    void whenProved(() => confirm.mutate({ code }, { onSuccess: finish }))
  }

  return (
    <Dialog open={open} title={t('appTitle')} onCloseRequest={onClose}>
      <DialogForm
        submit={t('confirmApp')}
        isBusy={confirm.isPending}
        error={missing ?? confirm.error}
        onSubmit={submit}
      >
        <div className={styles.app}>
          <p>
            {t('scan')} <a href={uri}>{t('openApp')}</a>
          </p>
          <QrCode text={uri} label={t('qrCode')} />
          <p>{t('typeSecret')}</p>
          <CopyLine text={inGroups(secret)} label={t('copySecret')} />
          <Field
            label={t('firstCode')}
            error={missing ? errorText('fields_missing') : isOfField ? failure : undefined}
            required
            data-autofocus
            className={formStyles.code}
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <FormError>{!isOfField && failure}</FormError>
        </div>
      </DialogForm>
      {dialog}
    </Dialog>
  )
}

/** A secret as people type it: four characters at a time. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
