import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { isSolved, SumCheck, useSum } from '#web/ui/sum-check.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import formStyles from './account-form.module.css'
import { useDeleteAccount } from './delete-account.ts'

/** How long the message stands before the browser goes on, in milliseconds. */
const readingTime = 1500

/** Asks for a sum before the account goes, and then begins anew at the start page. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('accounts.profile')
  const errorText = useErrorText()
  const deleteAccount = useDeleteAccount()
  const [sum, setSum] = useSum()
  const isUnderWay = deleteAccount.isPending || deleteAccount.isSuccess
  const { error } = deleteAccount

  function close() {
    if (!isUnderWay) onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSolved(sum) || isUnderWay) return
    deleteAccount.mutate(undefined, {
      onSuccess: () => {
        toastSuccess(t('deleted'))
        setTimeout(() => location.assign('/'), readingTime)
      },
    })
  }

  return (
    <Dialog
      open={open}
      size="small"
      title={t('deleteTitle')}
      closeLabel={t('close')}
      onCloseRequest={close}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <div className={formStyles.form}>
            <p className={formStyles.text}>{t('deleteText')}</p>
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
        </DialogBody>
        <DialogFoot>
          <Button disabled={isUnderWay} onClick={close}>
            {t('cancel')}
          </Button>
          <Button look="danger" type="submit" busy={isUnderWay} disabled={!isSolved(sum)}>
            {t('deleteConfirm')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
