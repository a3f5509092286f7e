import type { App } from '#contract/accounts/apps.ts'
import { commandLineId } from '#contract/accounts/oauth.ts'
import { parseScopes } from '#contract/core/scopes.ts'
import type { AppRow } from '#server/accounts/apps/apps.queries.ts'

/** @param folderNames the names of folders, by their ids */
export function toApp(row: AppRow, folderNames: ReadonlyMap<string, string>): App {
  return {
    id: row.id,
    isCommandLine: row.client_id === commandLineId,
    host: row.host,
    name: row.name,
    scopes: parseScopes(row.scopes),
    folder: row.root === null ? null : { id: row.root, name: folderNames.get(row.root) ?? null },
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    isRenewed: row.renewal_days !== null,
    lastUsedOn: row.used_at === null ? null : new Date(row.used_at).toISOString().slice(0, 10),
  }
}

/** What the activity calls an app: its host, else what it calls itself; the command line with the name of its computer. */
export function toAppName({
  client_id,
  host,
  name,
}: Pick<AppRow, 'client_id' | 'host' | 'name'>): string {
  if (client_id === commandLineId)
    return name === null ? commandLineId : `${commandLineId} (${name})`
  return host ?? name ?? 'App'
}
