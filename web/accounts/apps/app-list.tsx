import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { App } from '#contract/accounts/apps.ts'
import { AccessList, type ListedAccess } from '#web/accounts/access/access-list.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import { appListQuery } from './connect-requests.ts'

/** Our own programs are listed separately. */
export type AppKind = 'commandLine' | 'extension' | 'other'

export function kindOfApp({ isCommandLine, isExtension = false }: KindTraits): AppKind {
  if (isCommandLine) return 'commandLine'
  return isExtension ? 'extension' : 'other'
}

type KindTraits = Pick<App, 'isCommandLine' | 'isExtension'>

/** Lists the account's connected apps of a kind, which can be disconnected. Empty if there are none. */
export function AppList({ kind }: { kind: AppKind }) {
  const t = useTranslations('apps.list')
  const format = useFormatter()
  const query = useQuery(appListQuery)

  const apps = query.data?.filter((app) => kindOfApp(app) === kind)

  function toListed(app: App): ListedAccess {
    const { host, name, createdAt } = app
    const known = host ?? (kind === 'other' ? null : t(kind))
    const date = format.dateTime(new Date(createdAt), { dateStyle: 'medium' })
    return {
      ...app,
      kind: 'app',
      name: (
        <span>
          <span className="text-14 medium ink">
            {known ?? (name === null ? t('unknown') : t.rich('named', { name, bdi }))}
          </span>
          {known !== null && name !== null && <> {t.rich('named', { name, bdi })}</>}
        </span>
      ),
      spokenName:
        kind !== 'other' && name !== null ? `${known} (${name})` : (known ?? name ?? t('unknown')),
      detail: t('connected', { date }),
    }
  }

  return <AccessList query={query} list={apps?.map(toListed)} loadFailed={t('loadFailed')} />
}
