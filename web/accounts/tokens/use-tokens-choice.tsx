import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Switch } from '#web/ui/controls/switch.tsx'
import { tokenListQuery } from './list-tokens.ts'

/** Whether tokens survive a change that ends sessions: no, unless the user says so in `choice`, which is null without tokens. */
export function useTokensChoice(): { keepsTokens: boolean; choice: ReactNode } {
  const t = useTranslations('accounts.tokens')
  const { data: tokens } = useQuery(tokenListQuery)
  const [ends, setEnds] = useState(true)
  return {
    keepsTokens: !ends,
    choice: tokens && tokens.length > 0 && (
      <Switch checked={ends} onChange={setEnds}>
        {t('endAll')}
      </Switch>
    ),
  }
}
