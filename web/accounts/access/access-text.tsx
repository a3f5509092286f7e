import { useTranslations } from 'use-intl'
import type { Access } from '#contract/accounts/access.ts'
import { describeScopes } from '#contract/core/scopes.ts'
import { bdi } from '#web/ui/bdi.tsx'

/** Describes what a token or an app may do, and where. */
export function AccessText({ scopes, folder }: Pick<Access, 'scopes' | 'folder'>) {
  const t = useTranslations('accounts.access')
  return (
    <span>
      {describeScopes(scopes, (word) => t(`scopes.${word}`)).join(' · ')}
      {folder && ' · '}
      {folder?.name && t.rich('inFolder', { name: folder.name, bdi })}
      {folder?.name === null && t('inDeletedFolder')}
    </span>
  )
}
