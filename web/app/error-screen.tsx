import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { faultTexts } from '#web/messages/fault-texts.ts'
import { MessagesProvider, useLanguage } from '#web/messages/messages-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { MessageScreen } from './message-screen.tsx'
import { isMissingCode } from './missing-code.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { UnreachableScreen } from './unreachable-screen.tsx'

/** What shows when a screen cannot: because it is not there, out of reach, or because of a fault. */
export function ErrorScreen() {
  return (
    <MessagesProvider>
      <Fault error={useRouteError()} />
    </MessagesProvider>
  )
}

function Fault({ error }: { error: unknown }) {
  if ((error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 404) {
    return <NotFoundScreen />
  }
  if (isMissingCode(error) || (error instanceof ApiError && error.isUnreachable)) {
    return <UnreachableScreen otherwise={<Failure />} />
  }
  return <Failure />
}

function Failure() {
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
