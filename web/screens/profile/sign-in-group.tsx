import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { AppFactor } from '#web/accounts/factors/app-factor.tsx'
import { factorsQuery } from '#web/accounts/factors/list-factors.ts'
import { PasskeyList } from '#web/accounts/factors/passkey-list.tsx'
import { PasswordPart } from '#web/accounts/factors/password-part.tsx'
import { hasFewCodes, RecoveryCodes } from '#web/accounts/factors/recovery-codes.tsx'
import { GoogleConnection } from '#web/accounts/google/google-connection.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Group, Section } from './section.tsx'

/** The account's login methods: passkeys, an authenticator app, recovery codes, the password and Google. */
export function SignInGroup({ profile }: { profile: Profile }) {
  const t = useTranslations('accounts.factors')
  const tProfile = useTranslations('accounts.profile')
  const format = useFormatter()
  const { data: factors, isFetching, refetch } = useQuery(factorsQuery)
  const title = tProfile('groups.sign-in')
  if (!factors) {
    return (
      <Group id="sign-in" title={title}>
        <Section title={t('passkeys')}>
          <p role="alert">{t('loadFailed')}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Section>
      </Group>
    )
  }
  const { passkeys, app, codesLeft, needsCodes, hasPassword } = factors
  const hasPasskey = passkeys.some(({ isActive }) => isActive)
  const hasFactor = passkeys.length > 0 || app !== null
  const isGoogleNeeded = !hasPassword && !hasPasskey
  const onOrOff = (isOn: boolean) => tProfile(isOn ? 'states.on' : 'states.off')
  return (
    <Group id="sign-in" title={title}>
      {factors.resetAt !== null && <ResetNotice resetAt={factors.resetAt} />}
      <Section
        title={t('passkeys')}
        text={t('passkeysText')}
        state={
          hasPasskey ? tProfile('states.passkeys', { count: passkeys.length }) : onOrOff(false)
        }
      >
        <PasskeyList factors={factors} />
      </Section>
      <Section
        title={t('app')}
        text={
          app
            ? t('appSince', {
                date: format.dateTime(new Date(app.createdAt), { dateStyle: 'medium' }),
              })
            : t('appText')
        }
        state={onOrOff(app?.isActive === true)}
      >
        <AppFactor factors={factors} />
      </Section>
      {hasFactor && (
        <Section
          title={t('codes')}
          text={t('codesText')}
          state={
            !needsCodes && (
              <span className={hasFewCodes(factors) ? 'red' : undefined}>
                {t('codesLeft', { count: codesLeft })}
              </span>
            )
          }
        >
          <RecoveryCodes factors={factors} />
        </Section>
      )}
      <Section
        id="password"
        title={t('password')}
        text={hasPassword ? hasPasskey && t('removePasswordHint') : t('noPassword')}
        state={onOrOff(hasPassword)}
      >
        {hasPassword && <PasswordPart factors={factors} email={profile.profile.email} />}
      </Section>
      {profile.isGoogleLinked && (
        <Section
          title={tProfile('googleTitle')}
          text={tProfile(isGoogleNeeded ? 'googleOnlyText' : 'googleText')}
          state={onOrOff(true)}
        >
          {!isGoogleNeeded && <GoogleConnection />}
        </Section>
      )}
    </Group>
  )
}

function ResetNotice({ resetAt }: { resetAt: string }) {
  const t = useTranslations('accounts.factors')
  const format = useFormatter()
  const date = format.dateTime(new Date(resetAt), { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Section title={t('resetTitle')}>
      <p role="status" className={formStyles.error}>
        {t('reset', { date })}
      </p>
    </Section>
  )
}
