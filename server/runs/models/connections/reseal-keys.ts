import type { Services } from '#server/core/services.ts'
import {
  listSealedAfter,
  replaceSealedKey,
  type ConnectionRow,
} from '#server/runs/models/connections/connections.queries.ts'
import { toAdditionalData } from '#server/runs/models/find-target.ts'

const rowsAtOnce = 100

/** Reseals API keys with the first key of `SECRETS_KEY`, so that the operator can remove previous ones. */
export async function resealKeys(
  { config, db, secrets }: Pick<Services, 'config' | 'db' | 'secrets'>,
  stopping: AbortSignal,
): Promise<void> {
  const [first, former] = config.secretKeys ?? []
  if (secrets === undefined || first === undefined || former === undefined) return
  let rows: ConnectionRow[] = []
  do {
    rows = await listSealedAfter(db.background, first.name, rows.at(-1), rowsAtOnce)
    for (const row of rows) {
      const key = await secrets.open(row.sealed_key ?? '', toAdditionalData(row))
      // If it cannot be unsealed, the user is asked for it again.
      if (key !== undefined) {
        await replaceSealedKey(db.main, row, await secrets.seal(key, toAdditionalData(row)))
      }
    }
  } while (rows.length === rowsAtOnce && !stopping.aborted)
}
