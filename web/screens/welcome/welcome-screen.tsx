import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import buttonStyles from '#web/ui/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import styles from './welcome-screen.module.css'

/** What the product is, and the two ways in. */
export function Component() {
  const t = useTranslations('shell.welcome')
  return (
    <main className={styles.screen}>
      <title>Promptshelf</title>
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <div className={styles.actions}>
        <Link className={classNames(buttonStyles.button, buttonStyles.primary)} to="/register">
          {t('register')}
        </Link>
        <Link className={classNames(buttonStyles.button, buttonStyles.plain)} to="/login">
          {t('login')}
        </Link>
      </div>
    </main>
  )
}
