import { setTimeout as delay } from 'node:timers/promises'
import type { RunLine } from '#contract/runs/runs.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { getBalance } from '#server/billing/plans/terms/get-balance.ts'
import type { ActiveRun } from '#server/core/runner.ts'
import { toOutcome } from '#server/runs/runs.present.ts'
import { findRunSince } from '#server/runs/runs.queries.ts'
import { resolvesWithin } from '#server/core/resolves-within.ts'

/** Shorter than the idle timeouts of clients and proxies. */
const pingMs = 3_000
/** The interval for polling the row of a run on another server. */
const pollMs = 1_000
/** Long answers are sent in pieces: writing one in a whole would block other requests. */
const pieceLength = 65_536

/** Follows a run of the owner, from memory if it is in progress in this process, otherwise by polling its row. */
export async function* followRun(
  services: Services,
  owner: OwnerNo,
  { runId, from = 0 }: { runId: string; from?: number | undefined },
): AsyncGenerator<RunLine, void, undefined> {
  const { db, runs } = services
  let known = from
  let beatAt = -1
  let silentSince = performance.now()
  for (;;) {
    const active = runs.find(runId)
    if (active) {
      for await (const line of followActive(active, known, () => runs.find(runId) === undefined)) {
        if ('text' in line) known += line.text.length
        yield line
      }
    }
    const row = await findRunSince(db.main, owner, runId, beatAt)
    if (row === undefined) return
    beatAt = row.beat_at
    if (row.answer !== null && row.answer.length > known) {
      for (; known < row.answer.length; known += pieceLength) {
        yield { text: row.answer.slice(known, known + pieceLength) }
      }
      known = row.answer.length
      silentSince = performance.now()
    }
    if (row.state !== 'running') {
      const { credits: left } = await getBalance(db.main, owner, services)
      yield { end: { ...toOutcome(row), left } }
      return
    }
    if (performance.now() - silentSince >= pingMs) {
      yield { ping: 1 }
      silentSince = performance.now()
    }
    await delay(pollMs)
  }
}

async function* followActive(
  { pieces, changed }: ActiveRun,
  known: number,
  isOver: () => boolean,
): AsyncGenerator<RunLine, void, undefined> {
  let skip = known
  let place = 0
  for (;;) {
    // Before the pieces are read, so that none is missed.
    const change = changed()
    const text = pieces.slice(place).join('')
    place = pieces.length
    const fresh = text.slice(skip)
    skip -= text.length - fresh.length
    if (fresh !== '') yield { text: fresh }
    else if (isOver()) return
    else if (!(await resolvesWithin(pingMs, change))) yield { ping: 1 }
  }
}
