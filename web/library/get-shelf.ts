import { shelfCalls } from '#contract/library/shelf.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Fetches the favourites and the most recently used prompts. */
export const shelfQuery = queryOf(shelfCalls.getShelf, {}, ['prompts', 'uses'])
