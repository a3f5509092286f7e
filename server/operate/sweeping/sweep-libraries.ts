import { resealSecrets } from '#server/accounts/factors/reseal-secrets.ts'
import { sweepFactorResets } from '#server/accounts/factors/reset-factors.ts'
import { sweepAccounts } from '#server/accounts/profile/delete-account.ts'
import type { Services } from '#server/core/services.ts'
import { findLastMigration } from '#server/db/migrations/last-migration.queries.ts'
import { extendLease, acquireLease } from '#server/core/jobs/leases.queries.ts'
import { recountLibraries } from '#server/operate/sweeping/recount-libraries.ts'
import { resealKeys } from '#server/runs/models/connections/reseal-keys.ts'
import { sweepRuns } from '#server/runs/sweep-runs.ts'
import { sweepImports } from '#server/library/transfer/undo-import.ts'
import { sweepTrash } from '#server/library/trash/erase-trash.ts'
import { sweepRestoring } from '#server/library/trash/restore-trash.ts'

const hourMs = 60 * 60_000

/**
 * Does the work due in the libraries of all owners; in a cluster, each lookup queries every shard. Settles runs whose
 * server has died, completes work that was interrupted or answered early (undone imports, restorations from the trash,
 * deleted accounts), erases expired items of the trash, reseals secrets with the newest key, completes resets of
 * factors, and recounts after an upgrade. `hurry` stops deletions early; the next run continues them.
 */
export async function sweepLibraries(
  context: Pick<Services, 'config' | 'db' | 'log' | 'now' | 'secrets'>,
  stopping: AbortSignal,
  hurry: AbortSignal,
): Promise<void> {
  const canWait = AbortSignal.any([stopping, hurry])
  // Work that users wait for comes first.
  await sweepRestoring(context, stopping)
  await sweepRuns(context, stopping)
  await sweepImports(context, stopping)
  await sweepTrash(context, canWait)
  await sweepAccounts(context, canWait)
  await resealKeys(context, stopping)
  await resealSecrets(context, stopping)
  await sweepFactorResets(context, stopping)
  await recountOnce(context, stopping)
}

/**
 * Recounts once after each migration, an hour later: by then a rolling release has ended, and servers of the previous
 * release, which may count differently, have stopped.
 */
async function recountOnce(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const { name, migratedAt } = await findLastMigration(db.main)
  if (now() - migratedAt < hourMs) return
  const lease = `recount after ${name}`
  if (!(await acquireLease(db.main, lease, now(), hourMs))) return
  await recountLibraries(db, stopping)
  if (!stopping.aborted) await extendLease(db.main, lease, Number.MAX_SAFE_INTEGER)
}
