import { hash } from 'node:crypto'
import type { AccountNo } from '#server/db/owner.ts'
import { toNewId } from '#server/core/new-id.rules.ts'

export const dayMs = 24 * 60 * 60_000

/** Returns the id of the item that an entry creates. */
export function toImportedId(owner: AccountNo, attempt: string, place: number): string {
  const input = { attempt, import: place }
  return toNewId(owner, input)
}

/**
 * Returns the id of an import by actors with a root folder. It depends on the folder, so that their entries cannot refer
 * to those of other imports.
 */
export function toImportWithin(root: string, attempt: string): string {
  return hash('sha256', `${root} ${attempt}`).slice(0, attempt.length)
}
