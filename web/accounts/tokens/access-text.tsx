import { useTranslations } from 'use-intl'
import type { Token } from '#contract/accounts/tokens.ts'
import { bdi } from '#web/ui/bdi.tsx'

/** Says what a token or an app may do, and where. */
export function AccessText({ scopes, folder }: Pick<Token, 'scopes' | 'folder'>) {
  const t = useTranslations('accounts.tokens')
  return (
    <span>
      {t(scopes.includes('library:write') ? 'change' : 'read')}
      {scopes.includes('runs') && ` · ${t('run')}`}
      {folder && ' · '}
      {folder?.name && t.rich('inFolder', { name: folder.name, bdi })}
      {folder?.name === null && t('inDeletedFolder')}
    </span>
  )
}
