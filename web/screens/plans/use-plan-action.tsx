import { useEffect, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { AnswerOf } from '#contract/core/call.ts'
import { planCalls, type Plan } from '#contract/accounts/plans.ts'
import { screens } from '#contract/screens.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { isFree, isMostPopular } from '#web/accounts/plans/plans.rules.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { listen } from '#web/ui/listen.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import styles from './plans-screen.module.css'

/**
 * Builds the action of a plan for a user who is logged in: subscribing, one plan at a time, unless it is free or
 * already theirs. `isLeaving`: the browser is on its way to the payment page.
 */
export function usePlanAction(list: AnswerOf<typeof planCalls.listPlans> | undefined): {
  action: (plan: Plan) => ReactNode
  isLeaving: boolean
} {
  const t = useTranslations('plans')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, variables, reset } = useCall(planCalls.checkOut, {
    changes: ['profile', 'plans'],
  })
  // Once there is a link, the browser is leaving but still shows this page for a moment.
  const isBusy = isPending || isSuccess

  // When the user goes back, the browser may restore the page as it was.
  useEffect(() => listen(window, ['pageshow'], ({ persisted }) => persisted && reset()), [reset])

  function fail(error: Error) {
    const isSubscribed = error instanceof ApiError && error.code === 'subscription_active'
    const toProfile = { label: t('toProfile'), onPress: () => void navigate(screens.profile) }
    toastError(errorText(error), isSubscribed ? toProfile : undefined)
  }

  function subscribe({ id, type }: Plan) {
    mutate({ id, type }, { onSuccess: ({ link }) => location.assign(link), onError: fail })
  }

  return { action, isLeaving: isSuccess }

  function action(plan: Plan) {
    if (plan.id === list?.currentPlanId) return <StatusButton>{t('current')}</StatusButton>
    if (isFree(plan)) return <StatusButton>{t('free')}</StatusButton>
    const current = list?.plans.find(({ id }) => id === list.currentPlanId)
    if (current && !isFree(current)) {
      return (
        <>
          <Button disabled>{t('subscribe')}</Button>
          <p className={styles.needed}>
            {t.rich('unsubscribeFirst', { plan: current.name, link: toProfile })}
          </p>
        </>
      )
    }
    return (
      <Button
        look={isMostPopular(plan, list?.recPlanName ?? '') ? 'primary' : 'plain'}
        busy={isBusy && plan.id === variables?.id}
        disabled={isBusy}
        onClick={() => subscribe(plan)}
      >
        {t('subscribe')}
      </Button>
    )
  }
}

function toProfile(text: ReactNode) {
  return <Link to={screens.profile}>{text}</Link>
}

/** A button that states a fact, and therefore is not dimmed. */
function StatusButton({ children }: { children: ReactNode }) {
  return (
    <Button disabled className={styles.settled}>
      {children}
    </Button>
  )
}
