import { createHash, randomUUIDv7 } from 'node:crypto'
import type { OwnerNo } from '#server/db/owner.ts'

/**
 * The id for what a request makes: one that nobody can guess, and where the request names its attempt, the
 * same for the same request.
 */
export function toNewId(owner: OwnerNo, input: { attempt?: string | undefined }): string {
  if (input.attempt === undefined) return randomUUIDv7()
  const hash = createHash('sha256')
    .update(JSON.stringify([owner, input]))
    .digest('hex')
  // The form of UUIDs whose making is one's own (RFC 9562, version 8).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
