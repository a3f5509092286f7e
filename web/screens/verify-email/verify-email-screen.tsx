import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { emailVerificationQuery } from '#web/accounts/verify-email.ts'
import { homePath } from '#web/api/paths.ts'
import { WaitingScreen } from '#web/shell/failures/waiting-screen.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { BlockedScreen } from '#web/shell/failures/blocked-screen.tsx'
import { MessageScreen } from '#web/shell/failures/message-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'

/** Verifies an e-mail address with the token of a mailed link. */
export function VerifyEmailScreen() {
  const t = useTranslations('accounts.verify')
  const { token = '' } = useParams()
  const { data, isPending, error } = useQuery(emailVerificationQuery(token))

  if (isPending) return <WaitingScreen text={t('pending')} />
  if (error instanceof ApiError && error.isUnreachable) throw error
  if (error instanceof ApiError && error.code === 'account_blocked')
    return <BlockedScreen error={error} />
  if (error) return <NotFoundScreen hint={t('failedHint')} />
  return (
    <MessageScreen
      title={t('title')}
      text={data.changedTo === undefined ? t('text') : t('changedText', { email: data.changedTo })}
    >
      <Link className={buttonStyles.primary} to={homePath}>
        {t('home')}
      </Link>
    </MessageScreen>
  )
}
