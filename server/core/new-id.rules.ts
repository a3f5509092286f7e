import { createHash, randomUUIDv7 } from 'node:crypto'
import type { AccountNo } from '#server/db/owner.ts'

/** Returns an id that cannot be guessed. With `attempt`, an idempotency key, a retried request gets the same id. */
export function toNewId(owner: AccountNo, input: { attempt?: string | undefined }): string {
  if (input.attempt === undefined) return randomUUIDv7()
  const hash = createHash('sha256')
    .update(JSON.stringify([owner, input]))
    .digest('hex')
  // UUID version 8, for custom schemes (RFC 9562).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
