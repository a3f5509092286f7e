import { setTimeout as delay } from 'node:timers/promises'
import type { RunLine } from '#contract/runs/runs.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { sumCredits } from '#server/plans/credits.queries.ts'
import type { CarriedRun } from '#server/runs/carry-runs.ts'
import { toOutcome } from '#server/runs/runs.present.ts'
import { findRunSince } from '#server/runs/runs.queries.ts'

/** Below the time after which connections are taken for dead, by ourselves or by proxies. */
const pingMs = 3_000
/** How often the row of a run that another server carries is read. */
const lookMs = 1_000

/** Follows a run of the owner: from memory where this process carries it, else from its row. */
export async function* followRun(
  { db, runs, now }: Services,
  owner: OwnerNo,
  { runId, from = 0 }: { runId: string; from?: number | undefined },
): AsyncGenerator<RunLine, void, undefined> {
  let known = from
  let beatAt = -1
  let silentSince = performance.now()
  for (;;) {
    const carried = runs.find(runId)
    if (carried) {
      for await (const line of followCarried(
        carried,
        known,
        () => runs.find(runId) === undefined,
      )) {
        if ('text' in line) known += line.text.length
        yield line
      }
    }
    const row = await findRunSince(db.main, owner, runId, beatAt)
    if (row === undefined) return
    beatAt = row.beat_at
    if (row.answer !== null && row.answer.length > known) {
      yield { text: row.answer.slice(known) }
      known = row.answer.length
      silentSince = performance.now()
    }
    if (row.state !== 'running') {
      const { credits: left } = await sumCredits(db.main, owner, now())
      yield { end: { ...toOutcome(row), left } }
      return
    }
    if (performance.now() - silentSince >= pingMs) {
      yield { ping: 1 }
      silentSince = performance.now()
    }
    await delay(lookMs)
  }
}

async function* followCarried(
  { pieces, changed }: CarriedRun,
  known: number,
  isOver: () => boolean,
): AsyncGenerator<RunLine, void, undefined> {
  let skip = known
  let place = 0
  for (;;) {
    // Asked for before the pieces are read, so that none is missed.
    const change = changed()
    const text = pieces.slice(place).join('')
    place = pieces.length
    const fresh = text.slice(skip)
    skip -= text.length - fresh.length
    if (fresh !== '') yield { text: fresh }
    else if (isOver()) return
    else if (!(await comesWithin(pingMs, change))) yield { ping: 1 }
  }
}

async function comesWithin(milliseconds: number, change: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const came = await Promise.race([change.then(() => true), silence])
  clearTimeout(timer)
  return came
}
