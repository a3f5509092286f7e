import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { AppFactor } from './app-factor.tsx'
import styles from './factors.module.css'
import { factorsQuery } from './list-factors.ts'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordPart } from './password-part.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** By what the account signs in: passkeys, an authenticator app, recovery codes and the password. */
export function SignInSettings({ email }: { email: string }) {
  const t = useTranslations('accounts.factors')
  const format = useFormatter()
  const { data: factors, isError, isFetching, refetch } = useQuery(factorsQuery)
  if (!factors) {
    if (!isError) return <div aria-busy />
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </>
    )
  }
  const hasFactor = factors.passkeys.length > 0 || factors.app !== null
  return (
    <>
      {factors.resetAt !== null && (
        <p role="status" className={styles.reset}>
          {t('reset', {
            date: format.dateTime(new Date(factors.resetAt), {
              dateStyle: 'long',
              timeStyle: 'short',
            }),
          })}
        </p>
      )}
      <PasskeyList factors={factors} />
      <AppFactor factors={factors} />
      {hasFactor && <RecoveryCodes factors={factors} />}
      <PasswordPart factors={factors} email={email} />
    </>
  )
}
