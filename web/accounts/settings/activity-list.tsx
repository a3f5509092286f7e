import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { isActivityKind, type Activity } from '#contract/accounts/activity.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './activity-list.module.css'
import { activityQuery } from './list-activity.ts'
import { FirstRows } from './first-rows.tsx'
import { groupByDay } from './group-activity.ts'
import { useDeviceName } from './use-device-name.ts'

/** Lists the account's activity, newest first. */
export function ActivityList() {
  const t = useTranslations('accounts.activity')
  const { data: activity, isError, isFetching, refetch } = useQuery(activityQuery)
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
  if (!activity) return null
  return (
    <FirstRows className={styles.list}>
      {groupByDay(activity).map((one) => (
        <Entry key={one.id} activity={one} />
      ))}
    </FirstRows>
  )
}

function Entry({ activity }: { activity: Activity }) {
  const t = useTranslations('accounts.activity')
  const format = useFormatter()
  const toDeviceName = useDeviceName()
  const { kind, count, via, agent, network, prompt } = activity
  const at = new Date(activity.at)
  const named = activity.name ?? prompt?.name ?? ''
  // The target of a logout is a device, shown by its browser.
  const name = kind === 'sessions_ended' && named !== '' ? toDeviceName(named) : named
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
