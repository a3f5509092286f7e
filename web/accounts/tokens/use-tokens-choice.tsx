import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Switch } from '#web/ui/controls/switch.tsx'
import { appListQuery } from '#web/accounts/apps/connect-requests.ts'
import { tokenListQuery } from './list-tokens.ts'

/**
 * Asks whether apps and tokens survive a change that ends sessions. Default: no. `choice` is null if there are none.
 */
export function useTokensChoice(): { keepsTokens: boolean; choice: ReactNode } {
  const t = useTranslations('accounts.tokens')
  const { data: tokens = [] } = useQuery(tokenListQuery)
  const { data: apps = [] } = useQuery(appListQuery)
  const [ends, setEnds] = useState(true)
  return {
    keepsTokens: !ends,
    choice: tokens.length + apps.length > 0 && (
      <Switch checked={ends} onChange={setEnds}>
        {t('endAll')}
      </Switch>
    ),
  }
}
