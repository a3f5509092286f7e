import type { Access } from '#contract/accounts/access.ts'
import type { App } from '#contract/accounts/apps.ts'
import { commandLineId } from '#contract/accounts/oauth.ts'
import type { AppRow } from '#server/accounts/apps/apps.queries.ts'

/** The fields that only apps have. */
export function toApp(row: AppRow): Omit<App, keyof Access> {
  return {
    isCommandLine: row.client_id === commandLineId,
    host: row.host,
    name: row.name,
    expiresAt: new Date(row.expires_at).toISOString(),
    isRenewed: row.renewal_days !== null,
  }
}

/**
 * The name of an app in the activity: its host, otherwise its own name; for the command line, with the name of its
 * computer.
 */
export function toAppName({
  client_id,
  host,
  name,
}: Pick<AppRow, 'client_id' | 'host' | 'name'>): string {
  if (client_id === commandLineId)
    return name === null ? commandLineId : `${commandLineId} (${name})`
  return host ?? name ?? 'App'
}
