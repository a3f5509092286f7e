const day = 24 * 60 * 60_000

/** How long a session lasts without being used, in milliseconds. */
export const sessionLifeMs = 30 * day
/** How long a session lasts after its login, even if it is used, in milliseconds. */
export const absoluteLifeMs = 90 * day
/** A session in use is renewed once a day rather than by a write on every request. */
export const renewalMs = 1 * day

/** When a session that is used now expires, in milliseconds since 1970. */
export function endOf(createdAt: number, usedAt: number): number {
  return Math.min(usedAt + sessionLifeMs, createdAt + absoluteLifeMs)
}
