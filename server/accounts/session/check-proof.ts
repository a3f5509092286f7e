import { countFactors, hasFactor } from '#server/accounts/factors/factors.queries.ts'
import type { Actor, SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Call } from '#contract/core/call.ts'
import type { Services } from '#server/core/services.ts'

/** How long logging in or re-authenticating stays recent, in milliseconds. */
export const proofLifeMs = 15 * 60_000

/** Whether the user of a session has to re-authenticate before a change that requires it. */
export function needsProof({ provedAt }: SessionActor, now: number): boolean {
  return provedAt > now || provedAt + proofLifeMs <= now
}

/** How long re-authentication stays recent for deleting an account with a factor. */
const anewLifeMs = 5 * 60_000

/**
 * Rejects a session of an account with a factor unless the user has just re-authenticated: deleting the account cannot
 * be undone.
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
 * Rejects a session without recent re-authentication, such as that of a browser left open on a desk. Operators do not
 * need it.
 *
 * @throws ApiError `proof_needed`
 */
export function checkProof(actor: Actor | undefined, now: number): void {
  if (actor?.via === 'session' && needsProof(actor, now)) throw new ApiError('proof_needed')
}

/**
 * Rejects a session without the re-authentication that a call requires.
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
