import { useState } from 'react'

/** An idempotency key (`Attempt`), stable for the component's lifetime. */
export function useAttempt(): string {
  const [attempt] = useState(() =>
    // `randomUUID` exists over HTTPS only.
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  )
  return attempt
}
