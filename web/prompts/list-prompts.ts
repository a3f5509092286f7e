import { queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/library/prompts.ts'
import { send } from '#web/api/send.ts'

/** The prompts directly in a folder; null is the root. */
export function promptListQuery(folderId: string | null) {
  return queryOptions({
    queryKey: ['library', 'prompts', folderId],
    meta: { shows: ['prompts'] },
    queryFn: ({ signal }) => send(promptCalls.listPrompts, { folderId }, { signal }),
  })
}
