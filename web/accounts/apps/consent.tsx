import { useEffect, useRef, type FormEvent } from 'react'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { appCalls, type ConnectRequest } from '#contract/accounts/apps.ts'
import { mayChange } from '#contract/core/scopes.ts'
import { screens } from '#contract/screens.ts'
import { AccessFields } from '#web/accounts/access/access-fields.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { bdi } from '#web/ui/bdi.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { kindOfApp } from './app-list.tsx'
import { useChosenAccess } from './chosen-access.ts'
import { isOfComputer, warningOf } from './consent.rules.ts'
import styles from './consent.module.css'
import { useIsSeen } from './use-is-seen.ts'

/** The result of a request. `location`: the URL that the browser is navigating to; null: none. */
export type Outcome = { isAllowed: boolean; location: string | null } | 'gone'

type ConsentProps = {
  request: ConnectRequest
  email: string
  onOutcome: (outcome: Outcome) => void
}

/** Asks whether an app may access the account's prompts, which of them, with which permissions and for how long. */
export function Consent({ request, email, onOutcome }: ConsentProps) {
  const t = useTranslations('apps.consent')
  const errorText = useErrorText()
  const { chosen, choose } = useChosenAccess(request, email)
  const allow = useCall(appCalls.allowConnection, { changes: ['apps'] })
  const refuse = useCall(appCalls.refuseConnection, { changes: [] })
  const { whenProved, dialog } = useProof()
  const isSeen = useIsSeen()
  // The second click of a double click arrives while the first still waits for re-authentication.
  const isSent = useRef(false)
  const { uid } = request
  const isBusy = allow.isPending || refuse.isPending

  const outcomes = (isAllowed: boolean) => ({
    onSuccess: ({ location: next }: { location: string | null }) => {
      onOutcome({ isAllowed, location: next })
      if (next !== null) location.assign(next)
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.code === 'connect_request_gone') onOutcome('gone')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const { scopes, folderId, days } = chosen
    const send = () => {
      if (isSent.current) return
      isSent.current = true
      allow.mutate(
        {
          uid,
          scopes: [...scopes],
          ...(folderId !== '' && { folderId }),
          days,
        },
        { ...outcomes(true), onSettled: () => (isSent.current = false) },
      )
    }
    if (mayChange(scopes)) void whenProved(send)
    else send()
  }

  const failure = allow.error ?? refuse.error
  return (
    <>
      <form noValidate className="stack one-column gap-16" onSubmit={submit}>
        <Asking request={request} />
        <Facts request={request} email={email} />
        <AccessFields
          offered={request.scopes}
          chosen={chosen}
          ends={[
            { days: 30, label: t('renewed'), hint: t('renewedHint') },
            { days: 365, label: t('year') },
          ]}
          levelHint={(word) =>
            t(kindOfApp(request) === 'other' ? `hints.${word}` : `commandLineHints.${word}`)
          }
          onChange={choose}
        />
        <FormError>{failure && errorText(failure)}</FormError>
        <div className="stack gap-8 two-columns">
          <Button
            busy={refuse.isPending}
            onClick={() => !isBusy && refuse.mutate({ uid }, outcomes(false))}
          >
            {t('refuse')}
          </Button>
          <Button type="submit" look="primary" busy={allow.isPending} disabled={!isSeen}>
            {t('allow')}
          </Button>
        </div>
        <p className="text-13 quiet center-text">{t('anyTime')}</p>
      </form>
      {dialog}
    </>
  )
}

/** The texts with an app's own name. */
const places = { commandLine: 'onComputer', extension: 'inBrowser', other: 'callsItself' } as const

/** Identifies the app, and shows how reliable that is. */
function Asking({ request }: { request: ConnectRequest }) {
  const t = useTranslations('apps.consent')
  const { kind, host, name, isKnown } = request
  const app = kindOfApp(request)
  const heading = useRef<HTMLHeadingElement>(null)
  // It has replaced the field for the code.
  useEffect(() => {
    if (kind === 'device') heading.current?.focus()
  }, [kind])
  const warning = warningOf(request)
  return (
    <div className={styles.asking}>
      <h1 ref={heading} tabIndex={-1}>
        <span className={styles.host}>{host ?? t(app === 'other' ? 'unknown' : app)}</span>{' '}
        <small>{t('asks')}</small>
      </h1>
      {name !== null && <p>{t.rich(places[app], { name, bdi })}</p>}
      {isKnown && <p className="quiet">{t('known')}</p>}
      {warning && (
        <p className={styles.warning}>
          <TriangleAlert size={18} aria-hidden />
          <span>{t(warning)}</span>
        </p>
      )}
    </div>
  )
}

function Facts({ request, email }: { request: ConnectRequest; email: string }) {
  const t = useTranslations('apps.consent')
  return (
    <dl className={styles.facts}>
      <dt>{t('leadsTo')}</dt>
      <dd>{usePlace(request)}</dd>
      <dt>{t('account')}</dt>
      <dd>
        {email} {/* As a document: the address of this screen is kept, to come back to. */}
        <a href={screens.logout} className={buttonStyles.link}>
          {t('notYou')}
        </a>
      </dd>
    </dl>
  )
}

/** Describes where the user continues. */
export function usePlace({ kind, returnsTo }: ConnectRequest): string {
  const t = useTranslations('apps.consent')
  if (kind === 'device') return t('device')
  if (returnsTo === null) return t('thisComputer')
  return isOfComputer(returnsTo)
    ? t('appOfScheme', { scheme: returnsTo.replace(/:$/, '') })
    : returnsTo
}
