import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { connectRequestQuery } from '#web/accounts/apps/connect-requests.ts'
import { ApiError } from '#web/api/api-error.ts'
import styles from './connect-page.module.css'
import { AskConsent, ConnectPage, FailedScreen, GoneScreen } from './connect-page.tsx'

/** Asks whether the app that opened this page may access the account's prompts. */
export function ConnectScreen() {
  const t = useTranslations('apps.consent')
  const { uid = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(connectRequestQuery(uid))
  if (data) return <AskConsent key={uid} request={data} />
  if (error instanceof ApiError && error.code === 'connect_request_gone') return <GoneScreen />
  if (error) {
    return <FailedScreen error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <ConnectPage title={t('title')}>
      <div className={styles.coming} aria-busy />
    </ConnectPage>
  )
}
