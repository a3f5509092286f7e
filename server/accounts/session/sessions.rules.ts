const day = 24 * 60 * 60_000

/** How long a session lasts without being used, in milliseconds. */
export const sessionLifeMs = 30 * day
/** A session in use is renewed once a day rather than by a write on every request. */
export const renewalMs = 1 * day
