import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { FailureScreen } from './failure-screen.tsx'
import { isMissingCode } from './missing-code.ts'
import { NotFound } from './not-found.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { UnreachableScreen } from './unreachable-screen.tsx'

/** Replaces a screen that is missing, unreachable or broken. */
export function ErrorScreen() {
  return (
    <MessagesProvider>
      <FailureFor error={useRouteError()} />
    </MessagesProvider>
  )
}

function FailureFor({ error }: { error: unknown }) {
  if (error instanceof NotFound) return <NotFoundFor error={error} />
  if ((error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 404) {
    return <NotFoundScreen />
  }
  if (isMissingCode(error) || (error instanceof ApiError && error.isUnreachable)) {
    return <UnreachableScreen otherwise={<FailureScreen />} />
  }
  return <FailureScreen />
}

function NotFoundFor({ error }: { error: NotFound }) {
  const t = useTranslations('shell.notFound')
  return <NotFoundScreen hint={t(error.hint)} />
}
