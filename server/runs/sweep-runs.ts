import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/library/libraries.queries.ts'
import { advance, begun } from '#server/runs/run.rules.ts'
import {
  deleteRun,
  findExpiredRun,
  findRun,
  listAbandoned,
  type RunRow,
} from '#server/runs/runs.queries.ts'
import { settleRun } from '#server/runs/settle-run.ts'

/** A server that carries a run gives a sign of life each second. */
const patienceMs = 2 * 60_000
/** With the owner of the runs, who waits. */
const patienceOfOwnerMs = 10_000
/** More than two of them. */
const heartbeatMs = 2_500
/** Between rows, in which others can write. */
const pauseMs = 5

/** Settles runs whose server has died, by what it had saved, and deletes those that are kept no longer. */
export async function sweepRuns(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  await settleAbandoned({ db, now }, await listAbandoned(db.main, now() - patienceMs), stopping)
  while (!stopping.aborted) {
    const row = await findExpiredRun(db.main, now())
    if (row === undefined) break
    await db.main.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, row.owner_no)
      await deleteRun(transaction, row.owner_no, row.id)
    })
    await delay(pauseMs)
  }
}

/** Settles the runs of an owner whose server has died, so that they do not count as running. */
export async function settleAbandonedOf(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
): Promise<void> {
  const abandoned = await listAbandoned(db.main, now() - patienceOfOwnerMs, owner)
  await settleAbandoned({ db, now }, abandoned)
}

async function settleAbandoned(
  { db, now }: Pick<Services, 'db' | 'now'>,
  abandoned: Awaited<ReturnType<typeof listAbandoned>>,
  stopping?: AbortSignal,
): Promise<void> {
  // If only a clock is wrong, its server gives a sign of life in the meantime.
  if (abandoned.length > 0) await delay(heartbeatMs)
  for (const { owner_no, id, beat_at } of abandoned) {
    if (stopping?.aborted) return
    const row = await findRun(db.main, owner_no, id)
    if (row?.state !== 'running' || row.beat_at !== beat_at) continue
    await settleBySaved({ db, now }, row)
    await delay(pauseMs)
  }
}

async function settleBySaved(
  { db, now }: Pick<Services, 'db' | 'now'>,
  row: RunRow,
): Promise<void> {
  const price = {
    creditsPerMillionInput: row.input_price,
    creditsPerMillionOutput: row.output_price,
  }
  const { answer, input_tokens: input, output_tokens: output } = row
  const saved = {
    ...begun,
    isAccepted: answer !== '' || input !== null || output !== null,
    uncounted: output === null ? answer.length : 0,
    input,
    output,
  }
  // One that its user had stopped has ended as wished.
  const end =
    row.stop_at === null ? ({ error: 'model_cut' } as const) : { isStopped: true as const }
  await settleRun(
    db.main,
    { owner: row.owner_no, id: row.id, text: row.text, reserved: row.reserved, price },
    { progress: advance(saved, end), answer, at: now() },
  )
}
