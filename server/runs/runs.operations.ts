import { limits } from '#contract/core/limits.ts'
import type { runCalls } from '#contract/runs/runs.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { success } from '#server/core/success.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { eraseRemains } from '#server/db/sqlite/erase-deleted.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { followRun } from '#server/runs/follow-run.ts'
import { toRun, toRunCard } from '#server/runs/runs.present.ts'
import {
  requestStop,
  deleteRuns,
  findRun,
  hasPrompt,
  hasRun,
  hideRun,
  isVisible,
  listRunRows,
  restoreRun,
  setKeepsRuns,
  type RunRow,
} from '#server/runs/runs.queries.ts'
import { startRun } from '#server/runs/start-run.ts'

export const runOperations: Operations<typeof runCalls> = {
  startRun,

  async followRun(services, { owner }, input) {
    const { db, now } = services
    if (!(await hasRun(db.main, owner, input.runId, now()))) throw new ApiError('not_found')
    return followRun(services, owner, input)
  },

  async getRun(services, { owner }, { runId }) {
    const run = toRun(await getRun(services, owner, runId))
    // The row is up to one heartbeat behind.
    const active = services.runs.find(runId)
    return { run: active ? { ...run, answer: active.pieces.join('') } : run }
  },

  async listRuns({ db, now }, { owner }, { promptId }) {
    if (!(await hasPrompt(db.main, owner, promptId))) throw new ApiError('not_found')
    return { runs: (await listRunRows(db.main, owner, promptId, now())).map(toRunCard) }
  },

  async stopRun({ db, runs, now }, { owner }, { runId }) {
    if (!(await requestStop(db.main, owner, runId, now()))) throw new ApiError('not_found')
    runs.find(runId)?.stop()
    return success
  },

  async deleteRun({ db, runs, now }, { owner }, { runId }) {
    const time = { now: now(), until: now() + limits.runUndoMinutes * 60_000 }
    if (!(await hideRun(db.main, owner, runId, time))) throw new ApiError('not_found')
    runs.find(runId)?.stop()
    return success
  },

  async restoreRun({ db, now }, { owner }, { runId }) {
    if (!(await restoreRun(db.main, owner, runId, now()))) throw new ApiError('not_found')
    return success
  },

  async deleteRuns(services, { owner }, { promptId }) {
    if (promptId && !(await hasPrompt(services.db.main, owner, promptId))) {
      throw new ApiError('not_found')
    }
    const { db, runs, now } = services
    const ids = await db.main.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      return deleteRuns(transaction, owner, { promptId, now: now() })
    })
    for (const id of ids) runs.find(id)?.stop()
    if (ids.length > 0) await eraseRemains(services)
    return success
  },

  async keepRuns({ db }, { owner }, { keepsRuns }) {
    await setKeepsRuns(db.main, owner, keepsRuns)
    return success
  },
}

async function getRun({ db, now }: Services, owner: OwnerNo, runId: string): Promise<RunRow> {
  const row = await findRun(db.main, owner, runId)
  if (row === undefined || !isVisible(row, now())) throw new ApiError('not_found')
  return row
}
