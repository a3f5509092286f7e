import { useState } from 'react'

/** An idempotency key (`Attempt`), stable for the component's lifetime. */
export function useAttempt(): string {
  const [attempt] = useState(newAttempt)
  return attempt
}

/** An idempotency key (`Attempt`). */
export function newAttempt(): string {
  // `randomUUID` exists over HTTPS only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
