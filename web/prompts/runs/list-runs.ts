import { runCalls } from '#contract/runs/runs.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The stored runs of a prompt, newest first. */
export function storedRunsQuery(promptId: string) {
  return queryOf(runCalls.listRuns, { promptId }, ['runs'], ({ runs }) => runs)
}
