import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { TopBar } from '#web/app/top-bar.tsx'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { planListQuery } from '#web/plans/list-plans.ts'
import styles from './plans-screen.module.css'

/** The plans on offer, and which one is the reader's. */
export function Component() {
  const t = useTranslations('accounts.plans')
  const format = useFormatter()
  const isGerman = useLanguage() === 'de'
  const { data, isPending } = useQuery(planListQuery)

  return (
    <>
      <title>{`${t('title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className={styles.title}>{t('title')}</h1>
      </TopBar>
      {!isPending && !data && <p role="alert">{t('loadFailed')}</p>}
      {data?.plans.length === 0 && <p>{t('empty')}</p>}
      <ul className={styles.plans}>
        {data?.plans.map((plan) => (
          <li key={plan.id} className={styles.plan}>
            <h2>{plan.name}</h2>
            <p className={styles.price}>
              {format.number(Number(plan.price), { style: 'currency', currency: 'EUR' })}{' '}
              <small>{t(plan.type === 'yearly' ? 'perYear' : 'perMonth')}</small>
            </p>
            <p>{isGerman ? plan.dutchDescription : plan.description}</p>
            <ul>
              {(isGerman ? plan.dutchNote : plan.note).split('\n').map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {plan.id === data.currentPlanId && <p className={styles.current}>{t('current')}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
