import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { planCalls } from '#contract/accounts/plans.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { forgetChosenPlan, readChosenPlan } from './chosen-plan.ts'
import { planListQuery } from './list-plans.ts'
import { isFree } from './plans.rules.ts'

/** Offers the plan that the user chose before registering, unless the account has a paid one. */
export function ChosenPlanDialog() {
  const t = useTranslations('plans.chosen')
  const id = useId()
  const { data } = useQuery(planListQuery)
  const checkOut = useToastedCall(planCalls.checkOut, { changes: ['profile', 'plans'] })
  const [isOpen, setOpen] = useState(true)
  const plan = data?.plans.find(({ id }) => id === readChosenPlan())
  const current = data?.plans.find(({ id }) => id === data.currentPlanId)
  const canBuy = plan !== undefined && (current === undefined || isFree(current))

  function close() {
    forgetChosenPlan()
    setOpen(false)
  }

  if (!plan || !canBuy) return null
  const isLeaving = checkOut.isPending || checkOut.isSuccess
  return (
    <Dialog
      open={isOpen}
      size="small"
      about={id}
      title={t('title', { plan: plan.name })}
      onCloseRequest={close}
    >
      <DialogBody id={id}>
        <p className="stack gap-16 text-14">{t('text', { plan: plan.name })}</p>
      </DialogBody>
      <DialogFoot>
        <Button disabled={isLeaving} onClick={close}>
          {t('later')}
        </Button>
        <Button
          look="primary"
          data-autofocus
          busy={isLeaving}
          onClick={() =>
            checkOut.mutate(
              { id: plan.id, type: plan.type },
              {
                onSuccess: ({ link }) => {
                  forgetChosenPlan()
                  location.assign(link)
                },
              },
            )
          }
        >
          {t('continue')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
