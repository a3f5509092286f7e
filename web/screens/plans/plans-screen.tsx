import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import { planListQuery } from '#web/accounts/plans/list-plans.ts'
import { PlanCards } from '#web/accounts/plans/plan-cards.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadingModal } from '#web/ui/overlays/loading-modal.tsx'
import { PlansSkeleton } from './plans-skeleton.tsx'
import styles from './plans-screen.module.css'
import { usePlanAction } from './use-plan-action.tsx'

/** The available plans, with the user's own marked. */
export function PlansScreen() {
  const t = useTranslations('plans')
  const { data, isPending, isFetching, refetch } = useQuery(planListQuery)
  const { action, isLeaving } = usePlanAction(data)

  return (
    <>
      <title>{`${t('title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className="text-15 bold indented">{t('title')}</h1>
      </TopBar>
      <div className={styles.screen}>
        <h2>{t('heading')}</h2>
        {isPending && <PlansSkeleton />}
        {!isPending && !data && (
          <div className="stack gap-16 start-items" role="alert">
            <p>{t('loadFailed')}</p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </div>
        )}
        {data && <PlanCards {...data} action={action} />}
        <LoadingModal open={isLeaving} text={t('leaving')} />
      </div>
    </>
  )
}
