import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { pagePath } from '#web/api/paths.ts'
import styles from './shared-prompt-screen.module.css'

const links = [
  ['home', screens.landing],
  ['imprint', pagePath('imprint')],
  ['privacy', pagePath('privacy-policy')],
  ['terms', pagePath('terms')],
  ['contact', pagePath('contact')],
] as const

/** The page's address, and the operator's for reports. */
export type Report = { address: string; contactEmail: string }

/** Shows strangers which product this page comes from, who operates it, and where to report the prompt. */
export function SharedPromptFooter({ report }: { report: Report | undefined }) {
  const t = useTranslations('prompt.sharedPage.footer')
  const subject = encodeURIComponent(t('reportSubject'))
  return (
    <footer className={styles.footer}>
      <div className={styles.links}>
        {links.map(([name, address]) => (
          <a key={name} href={address} className="foot-link">
            {t(name)}
          </a>
        ))}
        <a
          href={
            report
              ? `mailto:${report.contactEmail}?subject=${subject}&body=${encodeURIComponent(`${report.address}\n\n`)}`
              : pagePath('contact')
          }
          className="foot-link"
        >
          {t('report')}
        </a>
      </div>
    </footer>
  )
}
