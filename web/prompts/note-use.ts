import { shelfCalls } from '#contract/shelf.ts'
import { send } from '#web/api/send.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'

/** Notes that a prompt was copied. Copying waits for nothing: a note that fails is lost. */
export function noteUse(promptId: string): void {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => send(shelfCalls.usePrompt, { promptId }),
    meta: { changes: ['uses'] },
  })
  mutation.execute(undefined).catch(() => {})
}
