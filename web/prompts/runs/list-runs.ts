import { queryOptions } from '@tanstack/react-query'
import { runCalls } from '#contract/runs/runs.ts'
import { send } from '#web/api/send.ts'

/** The stored runs of a prompt, newest first. */
export function storedRunsQuery(promptId: string) {
  return queryOptions({
    queryKey: ['runs', promptId],
    meta: { shows: ['runs'] },
    queryFn: async ({ signal }) => (await send(runCalls.listRuns, { promptId }, { signal })).runs,
  })
}
