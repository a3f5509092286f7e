import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { TopBar } from '#web/app/top-bar.tsx'
import styles from './profile-screen.module.css'

/** The account, and what it uses of its plan. */
export function Component() {
  const t = useTranslations('accounts')
  const { data: profile, isPending } = useQuery(profileQuery)
  const { data: login } = useQuery(loginCheckQuery)
  const ofLimit = (count: number, limit: number | null) =>
    limit === null ? String(count) : t('profile.ofLimit', { count, limit })

  return (
    <>
      <title>{`${t('profile.title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className={styles.title}>{t('profile.title')}</h1>
      </TopBar>
      {!isPending && !profile && <p role="alert">{t('profile.loadFailed')}</p>}
      {profile && (
        <dl className={styles.facts}>
          <dt>{t('email')}</dt>
          <dd>{profile.profile.email}</dd>
          <dt>{t('profile.prompts')}</dt>
          <dd>{ofLimit(profile.usage.prompts, profile.usage.promptLimit)}</dd>
          <dt>{t('profile.folders')}</dt>
          <dd>{profile.usage.folders}</dd>
          <dt>{t('profile.credits')}</dt>
          <dd>{login && ofLimit(login.credits.credits, login.credits.given)}</dd>
        </dl>
      )}
    </>
  )
}
