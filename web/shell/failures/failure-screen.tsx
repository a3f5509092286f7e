import { screens } from '#contract/screens.ts'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { MessageScreen } from './message-screen.tsx'

/** Replaces a screen that crashed. */
export function FailureScreen() {
  const texts = faultTexts[useLanguage()]
  return (
    <MessageScreen title={texts.failureTitle} text={texts.failureText}>
      <a className={buttonStyles.plain} href={screens.landing}>
        {texts.home}
      </a>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- To this very address, also without scripts. */}
      <a className={buttonStyles.primary} href="">
        {texts.retry}
      </a>
    </MessageScreen>
  )
}
