import { toTotpData } from '#server/accounts/factors/check-code.ts'
import {
  listTotpSealedAfter,
  replaceSealedSecret,
} from '#server/accounts/factors/factors.queries.ts'
import type { TotpRow } from '#server/accounts/factors/factors.queries.ts'
import type { Services } from '#server/core/services.ts'

const rowsAtOnce = 100

/**
 * Reseals the secrets of authenticator apps with the first key of `SECRETS_KEY`, so that the operator can remove
 * previous ones.
 */
export async function resealSecrets(
  { config, db, secrets }: Pick<Services, 'config' | 'db' | 'secrets'>,
  stopping: AbortSignal,
): Promise<void> {
  const [first, former] = config.secretKeys ?? []
  if (secrets === undefined || first === undefined || former === undefined) return
  let rows: TotpRow[] = []
  do {
    const last = rows.at(-1)?.owner_no ?? 0
    rows = await listTotpSealedAfter(db.background, first.name, last, rowsAtOnce)
    for (const row of rows) {
      const data = toTotpData(row.owner_no)
      const secret = await secrets.open(row.sealed_secret, data)
      // If it cannot be unsealed, recovery codes still work in place of the app.
      if (secret !== undefined) {
        await replaceSealedSecret(db.main, row, await secrets.seal(secret, data))
      }
    }
  } while (rows.length === rowsAtOnce && !stopping.aborted)
}
