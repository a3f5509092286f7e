import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { type Profile, profileCalls } from '#contract/accounts/profile.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { screens } from '#contract/screens.ts'
import { ApiError } from '#web/api/api-error.ts'
import { eraseAccountStorage } from '#web/api/account-storage.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { isSolved, SumCheck, useSum } from '#web/ui/overlays/sum-check.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { GoogleProof, ProofField } from './proof-dialog.tsx'

/** How long the message is shown before the browser leaves, in milliseconds. */
const readingTime = 1500

/** Asks for a sum, and for the password if the last login is too old, then leaves for the start page. */
export function DeleteAccountDialog({
  open,
  profile,
  onClose,
}: {
  open: boolean
  profile: Profile
  onClose: () => void
}) {
  const t = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const deleteAccount = useCall(profileCalls.deleteAccount, { changes: [] })
  const [sum, setSum] = useSum()
  const prove = useCall(sessionCalls.proveSession, { changes: ['profile'] })
  const [password, setPassword] = useState('')
  const { isSocialMedia: isGoogleOnly, needsProof } = profile
  const isUnderWay = prove.isPending || deleteAccount.isPending || deleteAccount.isSuccess
  const error = prove.error ?? deleteAccount.error
  const isReady = isSolved(sum) && (!needsProof || (!isGoogleOnly && password !== ''))

  function close() {
    if (!isUnderWay) onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isUnderWay) return
    if (needsProof) prove.mutate({ password }, { onSuccess: remove })
    else remove()
  }

  function remove() {
    deleteAccount.mutate(
      {},
      {
        onSuccess: () => {
          eraseAccountStorage()
          toastSuccess(t('deleted'))
          setTimeout(() => location.assign(screens.landing), readingTime)
        },
      },
    )
  }

  return (
    <Dialog open={open} size="small" title={t('deleteTitle')} onCloseRequest={close}>
      <form onSubmit={submit}>
        <DialogBody>
          <div className={formStyles.form}>
            <p className="text-14 quiet">{t('deleteText')}</p>
            <SumCheck
              sum={sum}
              label={t('sum', { first: sum.first, second: sum.second })}
              wrong={t('sumWrong')}
              onChange={setSum}
            />
            {needsProof &&
              (isGoogleOnly ? (
                <GoogleProof />
              ) : (
                <ProofField
                  email={profile.profile.email}
                  password={password}
                  onChange={setPassword}
                />
              ))}
            <FormError>
              {error &&
                (error instanceof ApiError && error.code !== 'unknown'
                  ? errorText(error)
                  : t('deleteFailed'))}
            </FormError>
          </div>
        </DialogBody>
        <DialogFoot>
          <Button disabled={isUnderWay} onClick={close}>
            {t('cancel')}
          </Button>
          <Button look="danger" type="submit" busy={isUnderWay} disabled={!isReady}>
            {t('deleteConfirm')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
