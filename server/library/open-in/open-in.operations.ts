import type { openInCalls } from '#contract/library/open-in/open-in.ts'
import type { Operations } from '#server/core/operation.ts'

export const openInOperations: Operations<typeof openInCalls> = {
  listOpenInTargets: async ({ openInTargets }) => ({ targets: [...openInTargets] }),
}
