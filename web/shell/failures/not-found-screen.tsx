import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { MessageScreen } from './message-screen.tsx'

/** `hint` can explain why the page does not exist. */
export function NotFoundScreen({ hint = '' }: { hint?: string }) {
  const t = useTranslations('shell')
  return (
    <MessageScreen title={t('notFound.title')} text={`${t('notFound.text')} ${hint}`.trim()}>
      <a className={buttonStyles.plain} href={screens.landing}>
        {t('home')}
      </a>
    </MessageScreen>
  )
}
