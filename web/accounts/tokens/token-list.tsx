import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Token } from '#contract/accounts/tokens.ts'
import { AccessList, type ListedAccess } from '#web/accounts/access/access-list.tsx'
import { formCode } from '#web/accounts/settings/form-code.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { useLazyCode } from '#web/ui/lazy-code.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { tokenListQuery } from './list-tokens.ts'
import { readTokenDraft } from './token-draft.ts'

/** Lists the account's tokens, to end them, and makes new ones after a proof. */
export function TokenList() {
  const t = useTranslations('accounts.tokens')
  const query = useQuery(tokenListQuery)
  const [isOpen, setOpen] = useState(() => readTokenDraft() !== undefined)
  const isShown = useLingering(isOpen || undefined)
  // A key that resets a form that is reopened while closing.
  const [opening, setOpening] = useState(0)
  const { whenProved, dialog } = useProof()
  const { code, failure } = useLazyCode(formCode, { isWanted: isShown === true })
  if (failure) throw failure.error

  function open() {
    setOpen(true)
    setOpening(opening + 1)
  }

  return (
    <>
      <AccessList query={query} list={query.data?.map(toListed)} loadFailed={t('loadFailed')} />
      {(query.data || !query.isError) && (
        // Before anything is typed: accounts without a password leave for Google.
        <Button
          icon={<Plus size={16} />}
          busy={isShown === true && !code}
          onPointerEnter={formCode.prefetch}
          onClick={() => void whenProved(open)}
        >
          {t('add')}
        </Button>
      )}
      {isShown && code && (
        <code.NewTokenDialog key={opening} open={isOpen} onClose={() => setOpen(false)} />
      )}
      {dialog}
    </>
  )
}

function toListed(token: Token): ListedAccess {
  return {
    ...token,
    kind: 'token',
    name: <bdi className="text-14 medium ink">{token.name}</bdi>,
    spokenName: token.name,
    detail: `…${token.hint}`,
  }
}
