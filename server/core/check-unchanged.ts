import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Refuses to replace a state that has changed since the client read it (optimistic lock). A stored state that already
 * equals `next` passes, since the answer to an earlier request may have been lost.
 *
 * @param previous the state that the client read; undefined if it sent none
 * @throws ApiError `changed_elsewhere`
 */
export function checkUnchanged<State>(
  stored: State,
  previous: State | undefined,
  next: State,
): void {
  if (previous === undefined) return
  if (isDeepStrictEqual(stored, previous) || isDeepStrictEqual(stored, next)) return
  throw new ApiError('changed_elsewhere')
}
