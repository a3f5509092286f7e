import type { Actor, SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'

/** How long signing in or entering the password counts as a fresh proof, in milliseconds. */
export const proofLifeMs = 15 * 60_000

/** Whether an actor has to enter the password again before an irreversible change. */
export function needsProof({ provedAt }: SessionActor, now: number): boolean {
  return provedAt > now || provedAt + proofLifeMs <= now
}

/**
 * Refuses a session without a fresh proof, such as that of a browser left open on a desk. An operator needs none.
 *
 * @throws ApiError `proof_needed`
 */
export function checkProof(actor: Actor | undefined, now: number): void {
  if (actor?.via === 'session' && needsProof(actor, now)) throw new ApiError('proof_needed')
}
