import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { preferredLanguage } from '#web/messages/language.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { messagesStore } from '#web/messages/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** What shows when a screen cannot: because it is not there, or because of a fault. */
export function ErrorScreen() {
  const error = useRouteError()
  // The texts themselves may be what could not be loaded.
  if (!messagesStore.get().messages.shell) return <LastResort />
  const isNotFound =
    (error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 404
  return <MessagesProvider>{isNotFound ? <NotFoundScreen /> : <Failure />}</MessagesProvider>
}

function Failure() {
  const t = useTranslations('shell')
  return (
    <MessageScreen title={t('failure.title')} text={t('failure.text')}>
      <Button look="primary" onClick={() => location.reload()}>
        {t('failure.retry')}
      </Button>
    </MessageScreen>
  )
}

function LastResort() {
  const german = preferredLanguage() === 'de'
  return (
    <MessageScreen
      title={german ? 'Unerwarteter Fehler!' : 'Unexpected Application Error!'}
      text={
        german
          ? 'Der Server ist nicht erreichbar. Bitte versuche es gleich noch einmal.'
          : 'The server cannot be reached. Please try again in a moment.'
      }
      // Its buttons have no names without the texts.
      hasBar={false}
    >
      <Button look="primary" onClick={() => location.reload()}>
        {german ? 'Noch einmal versuchen' : 'Try again'}
      </Button>
    </MessageScreen>
  )
}
