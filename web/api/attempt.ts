import { useState } from 'react'

/** Tells all that this component sends to make one thing apart from what makes another (`Attempt`). */
export function useAttempt(): string {
  const [attempt] = useState(() =>
    // Not `randomUUID`, which is there over HTTPS only.
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  )
  return attempt
}
