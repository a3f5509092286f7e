import { useId } from 'react'
import { useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { planCalls } from '#contract/accounts/plans.ts'
import { screens } from '#contract/screens.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import styles from './unsubscribe-dialog.module.css'

type UnsubscribeDialogProps = {
  open: boolean
  subDetails: Profile['subDetails']
  onClose: () => void
  onEnded: () => void
}

/** Asks for confirmation, and ends the paid plan. */
export function UnsubscribeDialog({ open, subDetails, onClose, onEnded }: UnsubscribeDialogProps) {
  const t = useTranslations('plans.unsubscribe')
  const format = useFormatter()
  const errorText = useErrorText()
  const id = useId()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useCall(planCalls.unsubscribe, {
    changes: ['profile', 'plans', 'credits'],
  })

  function close() {
    if (!isPending) onClose()
  }

  function unsubscribe() {
    mutate(
      {},
      {
        onSuccess: () => {
          onClose()
          onEnded()
          void navigate(screens.profile, { replace: true })
        },
      },
    )
  }

  return (
    <Dialog open={open} size="small" title={t('title')} about={id} onCloseRequest={close}>
      <DialogBody>
        <div id={id} className="stack gap-16 text-14">
          <p>{t('text')}</p>
          {subDetails?.expireAt && (
            <p>
              {t('consequence', {
                plan: subDetails.name,
                day: format.dateTime(new Date(subDetails.expireAt), {
                  dateStyle: 'long',
                  // The last day that the operator set ends in UTC.
                  ...(subDetails.isGiven && { timeZone: 'UTC' }),
                }),
              })}
            </p>
          )}
          <FormError>{error && errorText(error)}</FormError>
        </div>
      </DialogBody>
      <DialogFoot>
        {isPending || isSuccess ? (
          // Receives the focus, which would be lost with the buttons.
          <p
            className={styles.pending}
            tabIndex={-1}
            ref={(element) => {
              element?.focus()
            }}
          >
            <span className={buttonStyles.spinner} aria-hidden />
            {t('pending')}
          </p>
        ) : (
          <>
            <Button data-autofocus onClick={close}>
              {t('no')}
            </Button>
            <Button look="danger" autoFocus={error !== null} onClick={unsubscribe}>
              {t('yes')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}
