import { promptCalls } from '#contract/library/prompts.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The prompts directly in a folder; null is the root. */
export function promptListQuery(folderId: string | null) {
  return queryOf(promptCalls.listPrompts, { folderId }, ['prompts'])
}
