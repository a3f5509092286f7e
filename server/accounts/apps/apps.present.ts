import type { Access } from '#contract/accounts/access.ts'
import type { App } from '#contract/accounts/apps.ts'
import { commandLineId, extensionId } from '#contract/accounts/oauth.ts'
import type { AppRow } from '#server/accounts/apps/apps.queries.ts'
import { isOwnProgram } from '#server/accounts/apps/oauth.rules.ts'

/** Browsers list the extension by this name, in all languages. */
const extensionName = 'Promptshelf'

/** The fields that only apps have. */
export function toApp(row: AppRow): Omit<App, keyof Access> {
  return {
    isCommandLine: row.client_id === commandLineId,
    isExtension: row.client_id === extensionId,
    host: row.host,
    name: row.name,
    expiresAt: new Date(row.expires_at).toISOString(),
    isRenewed: row.renewal_days !== null,
  }
}

/**
 * The name of an app in the activity: its host, otherwise its own name; for our own programs, with the name of
 * their computer or browser.
 */
export function toAppName({
  client_id,
  host,
  name,
}: Pick<AppRow, 'client_id' | 'host' | 'name'>): string {
  if (isOwnProgram(client_id)) {
    const program = client_id === extensionId ? extensionName : client_id
    return name === null ? program : `${program} (${name})`
  }
  return host ?? name ?? 'App'
}
