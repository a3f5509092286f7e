import { countFactors, hasFactor } from '#server/accounts/factors/factors.queries.ts'
import type { Actor, SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Call } from '#contract/core/call.ts'
import type { Services } from '#server/core/services.ts'

/** How long signing in or proving oneself again counts as a fresh proof, in milliseconds. */
export const proofLifeMs = 15 * 60_000

/** Whether the user of a session has to prove themselves again before a change that needs it. */
export function needsProof({ provedAt }: SessionActor, now: number): boolean {
  return provedAt > now || provedAt + proofLifeMs <= now
}

/** How long a proof counts for deleting an account with a factor. */
const anewLifeMs = 5 * 60_000

/**
 * Refuses a session of an account with a factor unless the user has just proved themselves: deleting it cannot be undone.
 *
 * @throws ApiError `proof_needed`
 */
export async function checkProvedAnew(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
): Promise<void> {
  if (actor.via !== 'session' || actor.provedAt + anewLifeMs > now()) return
  if (hasFactor(await countFactors(db.main, actor.owner))) throw new ApiError('proof_needed')
}

/**
 * Refuses a session without a fresh proof, such as that of a browser left open on a desk. An operator needs none.
 *
 * @throws ApiError `proof_needed`
 */
export function checkProof(actor: Actor | undefined, now: number): void {
  if (actor?.via === 'session' && needsProof(actor, now)) throw new ApiError('proof_needed')
}

/**
 * Refuses a session without the proof that a call needs.
 *
 * @throws ApiError `proof_needed`
 */
export async function checkProofFor(
  { needsProof: needed }: Pick<Call, 'needsProof'>,
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor | undefined,
): Promise<void> {
  if (needed === undefined || actor === undefined) return
  if (needed === true || hasFactor(await countFactors(db.main, actor.owner))) {
    checkProof(actor, now())
  }
}
