import { ApiError } from '#server/core/api-error.ts'
import { tokenRate } from '#server/core/throttle/throttles.rules.ts'

/** Above this number of entries, those that are full again are dropped. */
const manyTokens = 10_000

/**
 * Limits the calls of each token (`tokenRate`), by the same rule as the throttles in the database. In memory, because a
 * write for each call would cost more than most calls: with several servers, each counts separately.
 */
export class TokenRate {
  /** When all calls of a token are available again, in milliseconds. */
  readonly #spentUntil = new Map<string, number>()

  /**
   * Counts a call.
   *
   * @throws ApiError `too_many_requests`
   */
  spend(tokenId: string, now: number): void {
    const farthest = now + tokenRate.burst * tokenRate.refillMs
    const stored = this.#spentUntil.get(tokenId) ?? now
    // A time later than after all calls together was stored while the clock was ahead.
    const spentUntil = (stored < now || stored > farthest ? now : stored) + tokenRate.refillMs
    if (spentUntil > farthest) throw new ApiError('too_many_requests', { retryAfter: 1 })
    this.#spentUntil.set(tokenId, spentUntil)
    if (this.#spentUntil.size > manyTokens) this.#drop(now)
  }

  #drop(now: number): void {
    for (const [tokenId, spentUntil] of this.#spentUntil) {
      if (spentUntil <= now) this.#spentUntil.delete(tokenId)
    }
  }
}
