import { faultTexts } from '#web/messages/fault-texts.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { MessageScreen } from './message-screen.tsx'

/** What shows in place of a screen that failed. */
export function FailureScreen() {
  const texts = faultTexts[useLanguage()]
  return (
    <MessageScreen title={texts.failureTitle} text={texts.failureText}>
      <a className={classNames(buttonStyles.button, buttonStyles.plain)} href="/">
        {texts.home}
      </a>
      <Button look="primary" onClick={() => location.reload()}>
        {texts.retry}
      </Button>
    </MessageScreen>
  )
}
