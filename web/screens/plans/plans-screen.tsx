import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Plan } from '#contract/plans.ts'
import { TopBar } from '#web/app/top-bar.tsx'
import { planListQuery } from '#web/plans/list-plans.ts'
import { PlanCards } from '#web/plans/plan-cards.tsx'
import { isFree } from '#web/plans/plans.rules.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './plans-screen.module.css'

/** The plans on offer, and which one is the reader's. */
export function Component() {
  const t = useTranslations('plans')
  const { data, isPending } = useQuery(planListQuery)

  const action = (plan: Plan) => {
    if (plan.id === data?.currentPlanId) return <Button disabled>{t('current')}</Button>
    if (isFree(plan)) return <Button disabled>{t('free')}</Button>
    return <Button>{t('subscribe')}</Button>
  }

  return (
    <>
      <title>{`${t('title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className={styles.title}>{t('title')}</h1>
      </TopBar>
      <div className={styles.screen}>
        <h2>{t('heading')}</h2>
        {!isPending && !data && <p role="alert">{t('loadFailed')}</p>}
        {data && <PlanCards {...data} action={action} />}
      </div>
    </>
  )
}
