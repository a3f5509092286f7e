import { ApiError } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'

/** How long signing in, or entering the password again, counts as a fresh proof. */
export const proofLifeMs = 15 * 60_000

/** Whether a session must prove itself again before what cannot be undone. */
export function needsProof({ provedAt }: Caller, now: number): boolean {
  return provedAt > now || provedAt + proofLifeMs <= now
}

/**
 * Refuses what a session alone is not enough for, such as a browser left open on a desk.
 *
 * @throws ApiError `proof_needed`
 */
export function checkProof(caller: Caller, now: number): void {
  if (needsProof(caller, now)) throw new ApiError('proof_needed')
}
