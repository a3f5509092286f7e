import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Token } from '#contract/accounts/tokens.ts'
import { AccessList, type ListedAccess } from '#web/accounts/access/access-list.tsx'
import { FormButton } from '#web/accounts/settings/form-button.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { tokenListQuery } from './list-tokens.ts'
import { readTokenDraft } from './token-draft.ts'

/** Lists the account's tokens, revokes them, and creates new ones after re-authentication. */
export function TokenList() {
  const t = useTranslations('accounts.tokens')
  const query = useQuery(tokenListQuery)
  const making = useDialog(() => readTokenDraft() !== undefined)
  const { whenProved, dialog } = useProof()

  return (
    <>
      <AccessList query={query} list={query.data?.map(toListed)} loadFailed={t('loadFailed')} />
      {(query.data || !query.isError) && (
        // Asked before anything is typed, because accounts without a password leave for Google.
        <FormButton
          label={t('add')}
          icon={<Plus size={16} />}
          dialog={making}
          onClick={() => void whenProved(making.open)}
        >
          {({ NewTokenDialog }) => (
            <NewTokenDialog key={making.opening} open={making.isOpen} onClose={making.close} />
          )}
        </FormButton>
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
