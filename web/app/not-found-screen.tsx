import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import buttonStyles from '#web/ui/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { MessageScreen } from './message-screen.tsx'

export function NotFoundScreen() {
  const t = useTranslations('shell')
  return (
    <MessageScreen title={t('notFound.title')} text={t('notFound.text')}>
      <title>{`${t('notFound.title')} · Promptshelf`}</title>
      <Link className={classNames(buttonStyles.button, buttonStyles.plain)} to="/">
        {t('home')}
      </Link>
    </MessageScreen>
  )
}
