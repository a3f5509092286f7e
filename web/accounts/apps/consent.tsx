import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { appCalls, type ConnectRequest } from '#contract/accounts/apps.ts'
import type { TokenScope } from '#contract/core/call.ts'
import { screens } from '#contract/screens.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { FolderField } from '#web/library/tree/folder-field.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { hasCredits } from '#web/api/server-has.ts'
import { bdi } from '#web/ui/bdi.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { SegmentedChoice } from '#web/ui/controls/segmented-choice.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { useChosenAccess, type ChosenAccess } from './chosen-access.ts'
import { isOfComputer, warningOf } from './consent.rules.ts'
import styles from './consent.module.css'
import { useIsSeen } from './use-is-seen.ts'

const dayMs = 24 * 60 * 60_000

/** How a request ended. `location`: where the browser is on its way to; null: nowhere. */
export type Outcome = { isAllowed: boolean; location: string | null } | 'gone'

type ConsentProps = {
  request: ConnectRequest
  email: string
  onOutcome: (outcome: Outcome) => void
}

/** Asks whether an app may use the account's prompts: which of them, for what and for how long. */
export function Consent({ request, email, onOutcome }: ConsentProps) {
  const t = useTranslations('apps.consent')
  const tToken = useTranslations('accounts.tokens')
  const errorText = useErrorText()
  const { chosen, choose } = useChosenAccess(request, email)
  const allow = useCall(appCalls.allowConnection, { changes: ['apps'] })
  const refuse = useCall(appCalls.refuseConnection, { changes: [] })
  const { whenProved, dialog } = useProof()
  const isSeen = useIsSeen()
  // The second press of a double click comes while the first still waits for the proof.
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
    const { may, runs, folderId, days } = chosen
    const scopes: TokenScope[] = ['library:read']
    if (may === 'change') scopes.push('library:write')
    if (runs) scopes.push('runs')
    const send = () => {
      if (isSent.current) return
      isSent.current = true
      allow.mutate(
        {
          uid,
          scopes,
          ...(folderId !== '' && { folderId }),
          days,
        },
        { ...outcomes(true), onSettled: () => (isSent.current = false) },
      )
    }
    if (scopes.length > 1) void whenProved(send)
    else send()
  }

  const failure = allow.error ?? refuse.error
  return (
    <>
      <form noValidate className={styles.consent} onSubmit={submit}>
        <Asking request={request} />
        <Facts request={request} email={email} />
        <div className="stack gap-6">
          {request.scopes.includes('library:write') && (
            <>
              <span className="text-13 medium" aria-hidden>
                {t('may')}
              </span>
              <SegmentedChoice
                label={t('may')}
                options={[
                  { value: 'read', label: tToken('read') },
                  { value: 'change', label: tToken('change') },
                ]}
                chosen={chosen.may}
                onChoose={(may) => choose({ may })}
              />
            </>
          )}
          <p className="text-13 quiet" aria-live="polite">
            {t(hintOf(request, chosen))}
          </p>
        </div>
        {request.scopes.includes('runs') && (
          <Switch checked={chosen.runs} onChange={(runs) => choose({ runs })}>
            {tToken(hasCredits() ? 'mayRun' : 'mayRunFree')}
          </Switch>
        )}
        <FolderField
          label={tToken('where')}
          root={tToken('everywhere')}
          folderId={chosen.folderId || null}
          onChange={(folderId) => choose({ folderId: folderId ?? '' })}
        />
        <EndField days={chosen.days} onChange={(days) => choose({ days })} />
        <FormError>{failure && errorText(failure)}</FormError>
        <div className={styles.answers}>
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

/** What an app can do by what is chosen. */
function hintOf({ isCommandLine }: ConnectRequest, { may }: ChosenAccess) {
  if (may === 'read') return 'readHint'
  return isCommandLine ? 'changeAllHint' : 'changeHint'
}

/** Who asks, and how far that is certain. */
function Asking({ request }: { request: ConnectRequest }) {
  const t = useTranslations('apps.consent')
  const { kind, isCommandLine, host, name, isKnown } = request
  const heading = useRef<HTMLHeadingElement>(null)
  // It has taken the place of the field for the code.
  useEffect(() => {
    if (kind === 'device') heading.current?.focus()
  }, [kind])
  const warning = warningOf(request)
  return (
    <div className={styles.asking}>
      <h1 ref={heading} tabIndex={-1}>
        <span className={styles.host}>
          {host ?? (isCommandLine ? t('commandLine') : t('unknown'))}
        </span>{' '}
        <small>{t('asks')}</small>
      </h1>
      {name !== null && (
        <p>{t.rich(isCommandLine ? 'onComputer' : 'callsItself', { name, bdi })}</p>
      )}
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

/** Where the user goes on, in words. */
export function usePlace({ kind, returnsTo }: ConnectRequest): string {
  const t = useTranslations('apps.consent')
  if (kind === 'device') return t('device')
  if (returnsTo === null) return t('thisComputer')
  return isOfComputer(returnsTo)
    ? t('appOfScheme', { scheme: returnsTo.replace(/:$/, '') })
    : returnsTo
}

type EndFieldProps = { days: 30 | 365; onChange: (days: 30 | 365) => void }

function EndField({ days, onChange }: EndFieldProps): ReactNode {
  const t = useTranslations('apps.consent')
  const tToken = useTranslations('accounts.tokens')
  const format = useFormatter()
  const id = useId()
  const [now] = useState(Date.now)
  const date = format.dateTime(new Date(now + days * dayMs), { dateStyle: 'long' })
  return (
    <div className="stack gap-6">
      <label htmlFor={id} className="text-13 medium">
        {tToken('until')}
      </label>
      <Select
        id={id}
        value={days}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value === '365' ? 365 : 30)}
      >
        <option value={30}>{t('renewed')}</option>
        <option value={365}>{t('year')}</option>
      </Select>
      <p id={`${id}-hint`} className="text-13 quiet">
        {days === 365 ? t('yearHint', { date }) : t('renewedHint')}
      </p>
    </div>
  )
}
