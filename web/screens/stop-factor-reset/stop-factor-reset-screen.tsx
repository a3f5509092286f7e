import { Link, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { factorCalls } from '#contract/accounts/factors.ts'
import { screens } from '#contract/screens.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { BlockedScreen } from '#web/shell/failures/blocked-screen.tsx'
import { MessageScreen } from '#web/shell/failures/message-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { FormError } from '#web/ui/controls/field.tsx'

/** Stops an operator's reset of all factors. Requires a click, since mail scanners open the links in mails. */
export function StopFactorResetScreen() {
  const t = useTranslations('accounts.stopReset')
  const errorText = useErrorText()
  const { token = '' } = useParams()
  const stop = useCall(factorCalls.stopFactorReset, { changes: ['factors'] })
  const { error } = stop

  if (error instanceof ApiError && error.code === 'link_invalid')
    return <NotFoundScreen hint={t('failedHint')} />
  if (error instanceof ApiError && error.code === 'account_blocked')
    return <BlockedScreen error={error} />
  if (stop.isSuccess) {
    return (
      <MessageScreen title={t('doneTitle')} text={t('doneText')}>
        <Link className={buttonStyles.plain} to={screens.forgotPassword}>
          {t('newPassword')}
        </Link>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen title={t('title')} text={t('text')}>
      <Button look="primary" busy={stop.isPending} onClick={() => stop.mutate({ token })}>
        {t('submit')}
      </Button>
      <FormError>{error && errorText(error)}</FormError>
    </MessageScreen>
  )
}
