import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts.ts'
import { planCalls } from '#contract/plans.ts'
import { screens } from '#contract/screens.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import styles from './unsubscribe-dialog.module.css'

type UnsubscribeDialogProps = {
  /** How often the dialog was asked for: it opens whenever this changes to anything but zero. */
  asked: number
  subDetails: Profile['subDetails']
  onEnded: () => void
}

export function UnsubscribeDialog({ asked, subDetails, onEnded }: UnsubscribeDialogProps) {
  const [lastAsked, setLastAsked] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const isShown = useLingering(isOpen || undefined)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    setOpen(asked !== 0)
  }
  return (
    isShown && (
      <Question
        key={asked}
        open={isOpen}
        subDetails={subDetails}
        onClose={() => setOpen(false)}
        onEnded={onEnded}
      />
    )
  )
}

type QuestionProps = Omit<UnsubscribeDialogProps, 'asked'> & { open: boolean; onClose: () => void }

function Question({ open, subDetails, onClose, onEnded }: QuestionProps) {
  const t = useTranslations('plans.unsubscribe')
  const errorText = useErrorText()
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
    <Dialog
      open={open}
      size="small"
      title={t('title')}
      closeLabel={t('close')}
      onCloseRequest={close}
    >
      <DialogBody>
        <div className={styles.text}>
          <p>{t('text')}</p>
          {subDetails?.expireAt && (
            <p>
              {t('consequence', { plan: subDetails.name, date: new Date(subDetails.expireAt) })}
            </p>
          )}
          <FormError>{error && errorText(error)}</FormError>
        </div>
      </DialogBody>
      <DialogFoot>
        {isPending || isSuccess ? (
          // It holds the focus, which else went with the buttons.
          <p className={styles.pending} tabIndex={-1} ref={(element) => element?.focus()}>
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
