import { Link, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { emailCalls } from '#contract/accounts/email.ts'
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

/** Restores an account's previous address. Requires a click, since mail scanners open the links in mails. */
export function UndoEmailScreen() {
  const t = useTranslations('accounts.undoEmail')
  const errorText = useErrorText()
  const { token = '' } = useParams()
  const undo = useCall(emailCalls.undoEmailChange, { changes: [] })
  const { data: undone, error } = undo

  if (error instanceof ApiError && error.code === 'link_invalid')
    return <NotFoundScreen hint={t('failedHint')} />
  if (error instanceof ApiError && error.code === 'account_blocked')
    return <BlockedScreen error={error} />
  if (undone) {
    return (
      <MessageScreen title={t('doneTitle')} text={t('doneText', { email: undone.userEmail })}>
        <Link className={buttonStyles.plain} to={screens.login}>
          {t('login')}
        </Link>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen title={t('title')} text={t('text')}>
      <Button look="primary" busy={undo.isPending} onClick={() => undo.mutate({ token })}>
        {t('submit')}
      </Button>
      <FormError>{error && errorText(error)}</FormError>
    </MessageScreen>
  )
}
