import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ConnectRequest } from '#contract/accounts/apps.ts'
import { screens } from '#contract/screens.ts'
import { forgetChosenAccess } from '#web/accounts/apps/chosen-access.ts'
import { isOfComputer } from '#web/accounts/apps/consent.rules.ts'
import { Consent, usePlace, type Outcome } from '#web/accounts/apps/consent.tsx'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { forgetReturnAddress } from '#web/accounts/return-address.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { homePath } from '#web/api/paths.ts'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { MessageScreen } from '#web/shell/failures/message-screen.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './connect-page.module.css'

/** A screen with only the consent question. */
export function ConnectPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · Promptshelf`}</title>
      <PublicBar />
      <main className={styles.page}>
        <div className={styles.card}>{children}</div>
      </main>
    </>
  )
}

/** Asks about a request, then shows the result. */
export function AskConsent({ request }: { request: ConnectRequest }) {
  const t = useTranslations('apps.consent')
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery)
  // If loaded later, the field for a folder would move the buttons during a tap.
  const { isPending } = useQuery(folderTreeQuery)
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome === 'gone') return <GoneScreen />
  if (outcome) return <EndScreen request={request} outcome={outcome} />
  if (error && !profile) {
    return <FailedScreen error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <ConnectPage title={t('title')}>
      {profile && !isPending ? (
        <Consent request={request} email={profile.profile.email} onOutcome={setOutcome} />
      ) : (
        <div className={styles.coming} aria-busy />
      )}
    </ConnectPage>
  )
}

/** A request that has ended, or belongs to another browser. */
export function GoneScreen() {
  const t = useTranslations('apps.consent')
  const errorText = useErrorText()
  useForgetting()
  return (
    <MessageScreen isOutcome title={t('goneTitle')} text={errorText('connect_request_gone')}>
      <Link className={buttonStyles.plain} to={screens.profile}>
        {t('profile')}
      </Link>
      <Link className={buttonStyles.primary} to={homePath}>
        {t('library')}
      </Link>
    </MessageScreen>
  )
}

type FailedScreenProps = { error: Error; isFetching: boolean; onRetry: () => void }

/** A request that has not loaded yet. */
export function FailedScreen({ error, isFetching, onRetry }: FailedScreenProps) {
  const t = useTranslations('apps.consent')
  const errorText = useErrorText()
  return (
    <MessageScreen title={t('loadFailed')} text={errorText(error)}>
      <Button look="primary" busy={isFetching} onClick={onRetry}>
        {t('retry')}
      </Button>
    </MessageScreen>
  )
}

type EndScreenProps = { request: ConnectRequest; outcome: Exclude<Outcome, 'gone'> }

/** Stays open if another program takes over. */
function EndScreen({ request, outcome: { isAllowed, location: next } }: EndScreenProps) {
  const t = useTranslations('apps.consent')
  const place = usePlace(request)
  useForgetting()
  const text =
    request.kind === 'device'
      ? t('goOnAtDevice')
      : isOfComputer(request.returnsTo)
        ? t('closeTab')
        : t('returning', { place })
  return (
    <MessageScreen isOutcome title={t(isAllowed ? 'allowed' : 'refused')} text={text}>
      {next !== null && (
        <span className="text-13 quiet">
          {t('returnAgain')}{' '}
          <a href={next} className={buttonStyles.link}>
            {t('backToApp')}
          </a>
        </span>
      )}
    </MessageScreen>
  )
}

/** Nothing is pending for the next login any more. */
function useForgetting() {
  useEffect(() => {
    forgetReturnAddress()
    forgetChosenAccess()
  }, [])
}
