import { randomUUIDv7 } from 'node:crypto'
import type { RunToSettle } from '#server/core/runner.ts'
import type { Handle } from '#server/db/database.ts'
import { countChange, lockLibrary } from '#server/users/libraries.queries.ts'
import { findReason, insertCreditEntry } from '#server/billing/plans/credits.queries.ts'
import { settle, type Progress } from '#server/runs/run.rules.ts'
import { endRun } from '#server/runs/runs.queries.ts'

/**
 * Ends a run and refunds the unused part of its reservation, in one transaction. Does nothing if the run has already ended
 * or is deleted.
 */
export async function settleRun(
  db: Handle,
  run: RunToSettle,
  { progress, answer, at }: { progress: Progress; answer: string; at: number },
): Promise<void> {
  const { credits, returned } = settle(progress, run)
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, run.owner)
    const hasEnded = await endRun(transaction, run.owner, run.id, {
      state: progress.state,
      error: progress.error,
      is_cut: progress.isCut ? 1 : 0,
      answer,
      credits,
      input_tokens: progress.input,
      output_tokens: progress.output,
      beat_at: at,
      ended_at: at,
    })
    if (!hasEnded) return
    await countChange(transaction, run.owner, { bytes: Buffer.byteLength(answer) })
    if (returned === 0) return
    // From a server without plans, which may have been turned on since.
    const reserved = { at: run.startedAt, amount: -run.reserved }
    const reason = await findReason(transaction, run.owner, reserved)
    const isUse = reason?.startsWith('used:') ?? false
    await insertCreditEntry(transaction, {
      id: randomUUIDv7(),
      owner_no: run.owner,
      amount: returned,
      reason: isUse ? 'used:run' : 'returned:run',
      // Counts for the month of the reservation.
      at: isUse ? run.startedAt : at,
      subscription_id: null,
    })
  })
}
