import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Refuses to replace what has changed since the client read it. What already says the same as the `next` state may be
 * replaced: the answer to an earlier request may have been lost.
 *
 * @param former what the client read; undefined if it does not say
 * @throws ApiError `changed_elsewhere`
 */
export function checkUnchanged<State>(stored: State, former: State | undefined, next: State): void {
  if (former === undefined) return
  if (isDeepStrictEqual(stored, former) || isDeepStrictEqual(stored, next)) return
  throw new ApiError('changed_elsewhere')
}
