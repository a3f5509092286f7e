import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { isActivityKind, type Activity } from '#contract/accounts/activity.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './activity-list.module.css'
import { activityQuery } from './list-activity.ts'
import { useDeviceName } from './use-device-name.ts'

/** What fits without pushing the rest of the profile away. */
const shownFirst = 6

/** Lists what was done to the account, newest first. */
export function ActivityList() {
  const t = useTranslations('accounts.activity')
  const { data: activity, isError, isFetching, refetch } = useQuery(activityQuery)
  const [isWhole, setWhole] = useState(false)
  const listId = useId()
  if (!activity && isError) {
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </>
    )
  }
  if (!activity) return <div className={styles.coming} aria-busy />
  return (
    <>
      <ul id={listId} className={styles.list}>
        {activity.slice(0, isWhole ? undefined : shownFirst).map((one) => (
          <Entry key={one.id} activity={one} />
        ))}
      </ul>
      {activity.length > shownFirst && (
        <Button aria-expanded={isWhole} aria-controls={listId} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('all', { count: activity.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ activity }: { activity: Activity }) {
  const t = useTranslations('accounts.activity')
  const format = useFormatter()
  const toDeviceName = useDeviceName()
  const { kind, count, via, agent, network, prompt } = activity
  const at = new Date(activity.at)
  const name = activity.name ?? prompt?.name ?? ''
  const isNamed = name === '' ? 'no' : 'yes'
  return (
    <li>
      <span className="text-14 breaks">
        {isActivityKind(kind) ? t.rich(`kinds.${kind}`, { name, isNamed, count, bdi }) : kind}
      </span>
      <span className="text-13 quiet breaks">
        {via === 'browser' ? (
          <span title={agent}>{toDeviceName(agent)}</span>
        ) : via === 'token' || via === 'app' ? (
          t.rich(via, { name: agent, bdi })
        ) : via === 'operator' ? (
          t('operator')
        ) : (
          via
        )}
        {' · '}
        <time dateTime={activity.at}>
          {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
        {network !== '' && ` · ${t('network', { network })}`}
      </span>
    </li>
  )
}
