import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts.ts'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { DeleteAccountDialog } from '#web/accounts/delete-account-dialog.tsx'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { PasswordForm } from '#web/accounts/password-form.tsx'
import { SessionList } from '#web/accounts/session-list.tsx'
import { TopBar } from '#web/app/top-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { useLingering } from '#web/ui/linger.ts'
import styles from './profile-screen.module.css'

/** The account: who, how much of the plan, password, devices, data, and the end of it. */
export function Component() {
  const t = useTranslations('accounts')
  const { data: profile, isPending } = useQuery(profileQuery)

  return (
    <>
      <title>{`${t('profile.title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className={styles.title}>{t('profile.title')}</h1>
      </TopBar>
      {!isPending && !profile && <p role="alert">{t('profile.loadFailed')}</p>}
      {profile && (
        <div className={styles.sections}>
          <Section title={t('profile.account')}>
            <Facts profile={profile} />
          </Section>
          {!profile.isSocialMedia && (
            <Section title={t('profile.passwordTitle')}>
              <PasswordForm email={profile.profile.email} />
            </Section>
          )}
          <Section title={t('profile.sessionsTitle')}>
            <SessionList />
          </Section>
          <Section title={t('profile.dataTitle')}>
            <p>{t('profile.dataText')}</p>
            <a
              className={classNames(buttonStyles.button, buttonStyles.plain)}
              href="/api/profile/data"
              download
            >
              {t('profile.download')}
            </a>
          </Section>
          <DeleteSection />
        </div>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const t = useTranslations('accounts')
  const { data: login } = useQuery(loginCheckQuery)
  const ofLimit = (count: number, limit: number | null) =>
    limit === null ? String(count) : t('profile.ofLimit', { count, limit })
  return (
    <dl className={styles.facts}>
      <dt>{t('email')}</dt>
      <dd>
        {profile.profile.email}{' '}
        <small>{t(profile.isEmailVerified ? 'profile.verified' : 'profile.unverified')}</small>
      </dd>
      <dt>{t('profile.prompts')}</dt>
      <dd>{ofLimit(profile.usage.prompts, profile.usage.promptLimit)}</dd>
      <dt>{t('profile.folders')}</dt>
      <dd>{profile.usage.folders}</dd>
      <dt>{t('profile.credits')}</dt>
      <dd>{login && ofLimit(login.credits.credits, login.credits.given)}</dd>
    </dl>
  )
}

function DeleteSection() {
  const t = useTranslations('accounts.profile')
  const [isOpen, setOpen] = useState(false)
  const isShown = useLingering(isOpen || undefined)
  return (
    <Section title={t('deleteTitle')}>
      <p>{t('deleteText')}</p>
      <Button onClick={() => setOpen(true)}>{t('delete')}</Button>
      {isShown && <DeleteAccountDialog open={isOpen} onClose={() => setOpen(false)} />}
    </Section>
  )
}
