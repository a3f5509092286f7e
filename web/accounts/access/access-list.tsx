import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { Access } from '#contract/accounts/access.ts'
import { appCalls } from '#contract/accounts/apps.ts'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import { Deletion } from '#web/api/question.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import styles from './access-list.module.css'
import { AccessText } from './access-text.tsx'

/** A token or an app, described in words. */
export type ListedAccess = Pick<Access, 'id' | 'scopes' | 'folder' | 'lastUsedOn'> & {
  kind: 'token' | 'app'
  name: ReactNode
  /** Its name for screen readers and in the question. */
  spokenName: string
  /** Texts shown before its last use and its expiry. */
  detail: ReactNode
  client?: string | null
  /** Null: it does not expire. */
  expiresAt: string | null
  /** Whether each use extends it. */
  isRenewed?: boolean
}

type AccessListProps = {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** Undefined: not loaded. */
  list: readonly ListedAccess[] | undefined
  loadFailed: string
}

/** Lists tokens or apps, which can be revoked. Empty if there are none. */
export function AccessList({ query, list, loadFailed }: AccessListProps) {
  const t = useTranslations('accounts.access')
  const { isError, isFetching, refetch } = query
  if (!list && isError) {
    return (
      <div className={styles.failed}>
        <p role="alert">{loadFailed}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  if (!list || list.length === 0) return null
  return (
    <ul className={styles.list}>
      {list.map((access) => (
        <Row key={access.id} access={access} />
      ))}
    </ul>
  )
}

function Row({ access }: { access: ListedAccess }) {
  const { kind, name, spokenName, expiresAt } = access
  const t = useTranslations(`accounts.access.end.${kind}`)
  const now = useNow()
  const dialog = useDialog()
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  const question = {
    dialog,
    title: t('title'),
    submit: t('confirm'),
    done: t('done'),
    children: <p>{t.rich('text', { name: spokenName, bdi })}</p>,
  }
  return (
    <li>
      <div className={styles.what}>
        {name}
        <AccessText {...access} />
        <Use {...access} />
      </div>
      <div className={styles.end}>
        <End {...access} hasExpired={hasExpired} />
        {!hasExpired && (
          <button
            type="button"
            className={buttonStyles.link}
            aria-label={t('named', { name: spokenName })}
            onClick={dialog.open}
          >
            {t('button')}
          </button>
        )}
      </div>
      {kind === 'token' ? (
        <Deletion
          {...question}
          call={tokenCalls.revokeToken}
          input={{ tokenId: access.id }}
          changes={['tokens']}
        />
      ) : (
        <Deletion
          {...question}
          call={appCalls.endApp}
          input={{ appId: access.id }}
          changes={['apps']}
        />
      )}
    </li>
  )
}

function Use({ detail, lastUsedOn, client }: ListedAccess) {
  const t = useTranslations('accounts.access')
  const format = useFormatter()
  const used = () => {
    if (lastUsedOn === null) return t('neverUsed')
    const date = format.dateTime(new Date(lastUsedOn), { dateStyle: 'medium', timeZone: 'UTC' })
    return client ? t('lastUsedBy', { date, client }) : t('lastUsed', { date })
  }
  return (
    <span>
      {detail} · {used()}
    </span>
  )
}

function End({ expiresAt, isRenewed, hasExpired }: ListedAccess & { hasExpired: boolean }) {
  const t = useTranslations('accounts.access')
  const format = useFormatter()
  if (expiresAt === null) return <span>{t('withoutEnd')}</span>
  const date = format.dateTime(new Date(expiresAt), { dateStyle: 'medium' })
  const text = hasExpired ? 'endedOn' : isRenewed ? 'endsUnused' : 'endsOn'
  return <span>{t(text, { date })}</span>
}
