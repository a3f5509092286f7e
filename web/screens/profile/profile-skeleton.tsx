import { useTranslations } from 'use-intl'
import { hasPlans } from '#web/api/server-has.ts'
import styles from './profile-screen.module.css'
import { Group, Section } from './section.tsx'
import { SectionList } from './section-list.tsx'

/** The first sections of the account, with what is the same for all users, while the rest loads. */
export function ProfileSkeleton() {
  const t = useTranslations('accounts')
  const coming = <i className={styles.coming} />
  return (
    <div className={styles.outer} aria-busy>
      <div className={styles.screen}>
        <SectionList />
        <div className={`skeleton ${styles.sections}`}>
          <Group id="account" title={t('profile.groups.account')}>
            <Section title={t('profile.account')}>
              <i className={styles.comingFacts} data-plans={hasPlans() || undefined} />
            </Section>
            <Section title={t('email')}>{coming}</Section>
          </Group>
          <Group id="sign-in" title={t('profile.groups.sign-in')}>
            <Section title={t('factors.passkeys')} text={t('factors.passkeysText')}>
              {coming}
            </Section>
            <Section title={t('factors.app')} text={t('factors.appText')}>
              {coming}
            </Section>
            <Section title={t('factors.password')}>{coming}</Section>
          </Group>
        </div>
      </div>
    </div>
  )
}
