import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { advance, initialProgress } from '#server/runs/run.rules.ts'
import {
  deleteRun,
  findExpiredRun,
  findRun,
  listAbandonedRuns,
  type RunRow,
} from '#server/runs/runs.queries.ts'
import { settleRun } from '#server/runs/settle-run.ts'

/** Heartbeats are a second apart, so that a run without one for this long is abandoned. */
const abandonedAfterMs = 2 * 60_000
/** For the owner of the runs, who is waiting. */
const abandonedForOwnerAfterMs = 10_000
/** Longer than two heartbeats. */
const graceMs = 2_500
/** A pause between rows, so that other writers get a turn. */
const pauseMs = 5

/** Settles runs whose server has died, based on the saved part of their answers, and deletes expired runs. */
export async function sweepRuns(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  await settleAbandonedRuns(
    { db, now },
    await listAbandonedRuns(db.main, now() - abandonedAfterMs),
    stopping,
  )
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
export async function settleAbandonedRunsOf(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
): Promise<void> {
  const abandoned = await listAbandonedRuns(db.main, now() - abandonedForOwnerAfterMs, owner)
  await settleAbandonedRuns({ db, now }, abandoned)
}

async function settleAbandonedRuns(
  { db, now }: Pick<Services, 'db' | 'now'>,
  abandoned: Awaited<ReturnType<typeof listAbandonedRuns>>,
  stopping?: AbortSignal,
): Promise<void> {
  // If only a clock is wrong, a live server sends a heartbeat in the meantime.
  if (abandoned.length > 0) await delay(graceMs)
  for (const { owner_no, id, beat_at } of abandoned) {
    if (stopping?.aborted) return
    const row = await findRun(db.main, owner_no, id)
    if (row?.state !== 'running' || row.beat_at !== beat_at) continue
    await settleFromRow({ db, now }, row)
    await delay(pauseMs)
  }
}

async function settleFromRow(
  { db, now }: Pick<Services, 'db' | 'now'>,
  row: RunRow,
): Promise<void> {
  const price = {
    creditsPerMillionInput: row.input_price,
    creditsPerMillionOutput: row.output_price,
  }
  const { answer, input_tokens: input, output_tokens: output } = row
  const saved = {
    ...initialProgress,
    isAccepted: answer !== '' || input !== null || output !== null,
    uncounted: output === null ? answer.length : 0,
    input,
    output,
  }
  // A run that its user had stopped counts as stopped, not as failed.
  const end =
    row.stop_at === null ? ({ error: 'model_cut' } as const) : { isStopped: true as const }
  await settleRun(
    db.main,
    {
      owner: row.owner_no,
      id: row.id,
      text: row.text,
      reserved: row.reserved,
      price,
      startedAt: row.started_at,
    },
    { progress: advance(saved, end), answer, at: now() },
  )
}
