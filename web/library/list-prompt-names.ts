import { queryOptions } from '@tanstack/react-query'
import { shelfCalls, type PromptName } from '#contract/library/shelf.ts'
import { queryOf } from '#web/api/query-of.ts'
import { send } from '#web/api/send.ts'

/** Fetches one page of prompt names, newest first. */
export const promptNamesQuery = queryOf(shelfCalls.listPromptNames, {}, ['prompts', 'uses'])

/** Fetches the names of all prompts, page by page. */
export const allPromptNamesQuery = queryOptions({
  queryKey: ['library', 'all-names'],
  meta: { shows: ['prompts'] },
  gcTime: 0,
  queryFn: async ({ signal }) => {
    const prompts: PromptName[] = []
    for (let hasMore = true; hasMore;) {
      const after = prompts.at(-1)?.id
      const page = await send(shelfCalls.listPromptNames, { after }, { signal })
      prompts.push(...page.prompts)
      hasMore = page.hasMore === true
    }
    return prompts
  },
})
