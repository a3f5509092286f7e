import { useQuery } from '@tanstack/react-query'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { type Session, sessionCalls } from '#contract/accounts/session.ts'
import { useTokensChoice } from '#web/accounts/tokens/use-tokens-choice.tsx'
import { useToastedCall } from '#web/api/use-call.ts'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { FirstRows } from './first-rows.tsx'
import { sessionListQuery } from './list-sessions.ts'
import styles from './session-list.module.css'
import { useDeviceName } from './use-device-name.ts'

/** Lists the account's sessions, and ends them everywhere but here. */
export function SessionList() {
  const t = useTranslations('accounts.profile')
  const { data: sessions = [] } = useQuery(sessionListQuery)
  const endOthers = useToastedCall(sessionCalls.endOtherSessions, {
    changes: ['sessions', 'tokens'],
    onSuccess: () => toastSuccess(t('othersEnded')),
  })

  const { keepsTokens, choice } = useTokensChoice()

  return (
    <>
      <FirstRows className={styles.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </FirstRows>
      {sessions.length > 1 && (
        <div className={styles.others}>
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate({ keepsTokens })}>
            {t('endOthers')}
          </Button>
          {choice}
        </div>
      )}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useTranslations('accounts.profile')
  const format = useFormatter()
  const now = useNow()
  const end = useToastedCall(sessionCalls.endSession, {
    changes: ['sessions'],
    onSuccess: () => toastSuccess(t('sessionEnded')),
  })
  const device = useDeviceName()(session.userAgent)
  return (
    <li>
      <span title={session.userAgent}>{device}</span>
      <span className="quiet">
        {session.isCurrent
          ? t('thisDevice')
          : t('lastUsed', { when: format.relativeTime(new Date(session.lastUsedAt), now) })}
      </span>
      {!session.isCurrent && (
        <button
          type="button"
          className={classNames(buttonStyles.link, styles.end)}
          aria-label={t('endSessionOf', { device })}
          disabled={end.isPending}
          onClick={() => end.mutate({ sessionId: session.id })}
        >
          {t('endSession')}
        </button>
      )}
    </li>
  )
}
