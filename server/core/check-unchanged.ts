import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Refuses to replace a state that has changed since the client read it (optimistic lock). A stored state that already
 * equals `next` passes, since the answer to an earlier request may have been lost.
 *
 * @param former the state that the client read; undefined if it sent none
 * @throws ApiError `changed_elsewhere`
 */
export function checkUnchanged<State>(stored: State, former: State | undefined, next: State): void {
  if (former === undefined) return
  if (isDeepStrictEqual(stored, former) || isDeepStrictEqual(stored, next)) return
  throw new ApiError('changed_elsewhere')
}
