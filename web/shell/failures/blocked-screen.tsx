import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/api/error-text.ts'
import { pagePath } from '#web/api/paths.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { MessageScreen } from './message-screen.tsx'

/** Shows the contact address to a user who opened a mailed link of a blocked account. */
export function BlockedScreen({ error }: { error: Error }) {
  const t = useTranslations('shell.blocked')
  const errorText = useErrorText()
  return (
    <MessageScreen title={t('title')} text={errorText(error)}>
      <a className={buttonStyles.plain} href={pagePath('contact')}>
        {t('contact')}
      </a>
    </MessageScreen>
  )
}
