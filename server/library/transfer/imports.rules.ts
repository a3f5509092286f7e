import type { AccountNo } from '#server/db/owner.ts'
import { toNewId } from '#server/core/new-id.rules.ts'

export const dayMs = 24 * 60 * 60_000

/** Returns the id of the item that an entry creates. */
export function toImportedId(owner: AccountNo, attempt: string, place: number): string {
  const input = { attempt, import: place }
  return toNewId(owner, input)
}
