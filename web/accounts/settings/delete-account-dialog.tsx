import { useEffect, useId } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { profileCalls } from '#contract/accounts/profile.ts'
import { screens } from '#contract/screens.ts'
import { factorsQuery } from '#web/accounts/factors/list-factors.ts'
import { signalPasskeys } from '#web/accounts/sign-in/passkeys.ts'
import { ApiError } from '#web/api/api-error.ts'
import { eraseAccountStorage } from '#web/api/account-storage.ts'
import { noteDeletion } from '#web/api/deletion-note.ts'
import { leaveLater } from '#web/api/draft.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { isSolved, SumCheck, useSum } from '#web/ui/overlays/sum-check.tsx'
import { fetchToaster, toastSuccess } from '#web/ui/overlays/toast.ts'
import formStyles from '#web/accounts/account-form.module.css'

/** How long the message is shown before the browser leaves, in milliseconds. */
const readingTime = 1500

/** Asks for a sum, deletes the account, then leaves for the start page. The caller has requested re-authentication. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const deleteAccount = useCall(profileCalls.deleteAccount, { changes: [] })
  const client = useQueryClient()
  const [sum, setSum] = useSum()
  const id = useId()
  const isUnderWay = deleteAccount.isPending || deleteAccount.isSuccess
  const { error } = deleteAccount
  // Otherwise, the message might load only after the page is left.
  useEffect(() => fetchToaster(), [])

  function submit() {
    deleteAccount.mutate(
      {},
      {
        onSuccess: () => {
          // From now on, pending requests would fail.
          leaveLater()
          eraseAccountStorage()
          noteDeletion()
          // After this, password managers no longer offer the account's passkeys.
          const factors = client.getQueryData(factorsQuery.queryKey)
          if (factors) signalPasskeys({ ...factors, passkeys: [] })
          toastSuccess(t('deleted'))
          setTimeout(() => location.assign(screens.landing), readingTime)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      size="small"
      title={t('deleteTitle')}
      about={id}
      onCloseRequest={isUnderWay ? undefined : onClose}
    >
      <DialogForm
        submit={t('deleteConfirm')}
        look="danger"
        isBusy={isUnderWay}
        isReady={isSolved(sum)}
        onSubmit={submit}
      >
        <div className={formStyles.form}>
          <p id={id} className="text-14 quiet">
            {t('deleteText')}
          </p>
          <SumCheck
            sum={sum}
            label={t('sum', { first: sum.first, second: sum.second })}
            wrong={t('sumWrong')}
            onChange={setSum}
          />
          <FormError>
            {error &&
              (error instanceof ApiError && error.code !== 'unknown'
                ? errorText(error)
                : t('deleteFailed'))}
          </FormError>
        </div>
      </DialogForm>
    </Dialog>
  )
}
