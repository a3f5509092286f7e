import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import disclosure from '#web/ui/controls/disclosure.module.css'
import type { Invisible } from './find-invisible.ts'
import styles from './invisible-characters.module.css'

type InvisibleCharactersProps = {
  found: Invisible
  /** Whether to show which prompt each place is in. */
  withTitles?: boolean
  className?: string | undefined
}

/** Shows how many invisible characters there are, and lists them on request. */
export function InvisibleCharacters({ found, withTitles, className }: InvisibleCharactersProps) {
  const t = useTranslations('prompt.invisible')
  if (found.count === 0) return null
  return (
    <details className={classNames(disclosure.details, className)}>
      <summary className="row medium tall pointer">{t('count', { count: found.count })}</summary>
      <p className={styles.about}>{t('about')}</p>
      <ul className={styles.places}>
        {found.places.map(({ title, before, shown, after }, at) => (
          // Two places can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="breaks">
            {withTitles && <bdi className="block quiet">{title}</bdi>}
            <span dir="auto">
              {before}
              <mark>
                <bdi dir="ltr">{shown}</bdi>
              </mark>
              {after}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
