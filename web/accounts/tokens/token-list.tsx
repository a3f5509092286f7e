import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { type Token, tokenCalls } from '#contract/accounts/tokens.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { Question } from '#web/api/question.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { AccessText } from '#web/accounts/access/access-text.tsx'
import { tokenListQuery } from './list-tokens.ts'
import { NewTokenDialog, readTokenDraft } from './new-token-dialog.tsx'
import styles from './tokens.module.css'

/** Lists the account's tokens, to end them, and makes new ones after a proof. */
export function TokenList() {
  const t = useTranslations('accounts.tokens')
  const { data: tokens, isError, isFetching, refetch } = useQuery(tokenListQuery)
  const [isOpen, setOpen] = useState(() => readTokenDraft() !== undefined)
  const isShown = useLingering(isOpen || undefined)
  // A key that resets a form that is reopened while closing.
  const [opening, setOpening] = useState(0)
  const { whenProved, dialog } = useProof()

  function open() {
    setOpen(true)
    setOpening(opening + 1)
  }

  if (!tokens && isError) {
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </>
    )
  }
  return (
    <>
      {tokens && tokens.length > 0 && (
        <ul className={styles.tokens}>
          {tokens.map((token) => (
            <Row key={token.id} token={token} />
          ))}
        </ul>
      )}
      {/* Before anything is typed: accounts without a password leave for Google. */}
      <Button icon={<Plus size={16} />} onClick={() => void whenProved(open)}>
        {t('add')}
      </Button>
      {isShown && <NewTokenDialog key={opening} open={isOpen} onClose={() => setOpen(false)} />}
      {dialog}
    </>
  )
}

function Row({ token }: { token: Token }) {
  const t = useTranslations('accounts.tokens')
  const { name, scopes, folder } = token
  const now = useNow()
  const { isOpen, isShown, opening, open, close } = useDialog()
  const hasExpired = token.expiresAt !== null && Date.parse(token.expiresAt) <= now.getTime()
  return (
    <li>
      <div className={styles.what}>
        <bdi className={styles.name}>{name}</bdi>
        <AccessText scopes={scopes} folder={folder} />
        <Times token={token} hasExpired={hasExpired} />
      </div>
      {!hasExpired && (
        <button
          type="button"
          className={classNames(buttonStyles.link, styles.end)}
          aria-label={t('endNamed', { name })}
          onClick={open}
        >
          {t('end')}
        </button>
      )}
      {isShown && (
        <Question
          key={opening}
          open={isOpen}
          title={t('endTitle')}
          submit={t('endConfirm')}
          call={tokenCalls.revokeToken}
          input={{ tokenId: token.id }}
          changes={['tokens']}
          onDone={() => toastSuccess(t('ended'))}
          onClose={close}
        >
          <p>{t.rich('endText', { name, bdi })}</p>
        </Question>
      )}
    </li>
  )
}

function Times({ token, hasExpired }: { token: Token; hasExpired: boolean }) {
  const t = useTranslations('accounts.tokens')
  const format = useFormatter()
  const { hint, lastUsedOn, client, expiresAt } = token
  const dateOf = (moment: string, timeZone?: string) =>
    format.dateTime(new Date(moment), { dateStyle: 'medium', ...(timeZone && { timeZone }) })
  const used = () => {
    if (lastUsedOn === null) return t('neverUsed')
    const date = dateOf(lastUsedOn, 'UTC')
    return client === null ? t('lastUsed', { date }) : t('lastUsedBy', { date, client })
  }
  const end = () => {
    if (expiresAt === null) return t('withoutEnd')
    return t(hasExpired ? 'endedOn' : 'endsOn', { date: dateOf(expiresAt) })
  }
  return (
    <span>
      …{hint} · {used()} · {end()}
    </span>
  )
}
