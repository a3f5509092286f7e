import { NavLink } from 'react-router'
import { useTranslations } from 'use-intl'
import { pagePath } from '#web/api/paths.ts'
import styles from './page-links.module.css'

const links = [
  ['faq', 'faq'],
  ['contact', 'contact'],
  ['privacy-policy', 'privacyPolicy'],
  ['terms', 'terms'],
  ['imprint', 'imprint'],
] as const

/** Links a static page to the others. */
export function PageLinks() {
  const t = useTranslations('pages')
  return (
    <div className={styles.links}>
      {links.map(([type, name]) => (
        <NavLink key={type} to={pagePath(type)} className="foot-link quiet">
          {t(name)}
        </NavLink>
      ))}
    </div>
  )
}
