import { useQuery } from '@tanstack/react-query'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { appCalls, type App } from '#contract/accounts/apps.ts'
import { AccessText } from '#web/accounts/access/access-text.tsx'
import tokenStyles from '#web/accounts/tokens/tokens.module.css'
import { bdi } from '#web/ui/bdi.tsx'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Question } from '#web/api/question.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './apps.module.css'
import { appListQuery } from './connect-requests.ts'

/** Lists the account's apps, to disconnect them. Without any, it is empty. */
export function AppList() {
  const t = useTranslations('apps.list')
  const { data: apps, isError, isFetching, refetch } = useQuery(appListQuery)
  if (!apps && isError) {
    return (
      <div className={styles.failed}>
        <p role="alert">{t('loadFailed')}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  if (!apps || apps.length === 0) return null
  return (
    <ul className={tokenStyles.tokens}>
      {apps.map((app) => (
        <Row key={app.id} app={app} />
      ))}
    </ul>
  )
}

function Row({ app }: { app: App }) {
  const t = useTranslations('apps.list')
  const { host, isCommandLine, name, scopes, folder } = app
  const known = host ?? (isCommandLine ? t('commandLine') : null)
  const { isOpen, isShown, opening, open, close } = useDialog()
  const spoken =
    isCommandLine && name !== null ? `${known} (${name})` : (known ?? name ?? t('unknown'))
  return (
    <li>
      <div className={tokenStyles.what}>
        <span>
          <span className={tokenStyles.name}>
            {known ?? (name === null ? t('unknown') : t.rich('named', { name, bdi }))}
          </span>
          {known !== null && name !== null && <> {t.rich('named', { name, bdi })}</>}
        </span>
        <AccessText scopes={scopes} folder={folder} />
        <Times app={app} />
      </div>
      <button
        type="button"
        className={classNames(buttonStyles.link, tokenStyles.end)}
        aria-label={t('disconnectNamed', { name: spoken })}
        onClick={open}
      >
        {t('disconnect')}
      </button>
      {isShown && (
        <Question
          key={opening}
          open={isOpen}
          title={t('endTitle')}
          submit={t('disconnect')}
          call={appCalls.endApp}
          input={{ appId: app.id }}
          changes={['apps']}
          onDone={() => toastSuccess(t('disconnected'))}
          onClose={close}
        >
          <p>{t.rich('endText', { name: spoken, bdi })}</p>
        </Question>
      )}
    </li>
  )
}

function Times({ app }: { app: App }) {
  const t = useTranslations('apps.list')
  const tToken = useTranslations('accounts.tokens')
  const format = useFormatter()
  const now = useNow()
  const { createdAt, lastUsedOn, expiresAt, isRenewed } = app
  const dateOf = (moment: string, timeZone?: string) =>
    format.dateTime(new Date(moment), { dateStyle: 'medium', ...(timeZone && { timeZone }) })
  const end = () => {
    const date = dateOf(expiresAt)
    if (Date.parse(expiresAt) <= now.getTime()) return tToken('endedOn', { date })
    return isRenewed ? t('endsUnused', { date }) : tToken('endsOn', { date })
  }
  return (
    <span>
      {t('connected', { date: dateOf(createdAt) })}
      {' · '}
      {lastUsedOn === null
        ? tToken('neverUsed')
        : tToken('lastUsed', { date: dateOf(lastUsedOn, 'UTC') })}
      {' · '}
      {end()}
    </span>
  )
}
