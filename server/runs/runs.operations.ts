import type { runCalls } from '#contract/runs/runs.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'

const notYet = async () => {
  throw new ApiError('not_found')
}

export const runOperations: Operations<typeof runCalls> = {
  startRun: notYet,
  followRun: notYet,
  getRun: notYet,
  listRuns: notYet,
  stopRun: notYet,
  deleteRun: notYet,
  deleteRuns: notYet,
  keepRuns: notYet,
}
