import type { calls } from '#contract/calls.ts'
import { isForTokens, type Call } from '#contract/core/call.ts'
import { scopeTraits } from '#contract/core/scopes.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'

/** Calls that make no change worth recording. */
const unrecorded: ReadonlySet<keyof typeof calls> = new Set([
  'notePromptUse',
  'exportSelection',
  'stopRun',
])

/**
 * Records after the response that a token or an app has changed the library, or run a prompt. Does nothing for a
 * person.
 */
export function recordTokenChange(
  { db, now, afterAnswer }: Services,
  name: keyof typeof calls,
  call: Call,
  actor: Actor,
  channel: Channel,
): void {
  if (actor.via === 'session' || !isForTokens(call) || call.effect === 'read') return
  const kind = scopeTraits[call.access].recordedAs
  if (kind === null || unrecorded.has(name)) return
  const done = { kind, at: now() }
  const source = sourceOf(channel, actor)
  afterAnswer(() =>
    db.main
      .transaction()
      .execute((transaction) => recordActivity(transaction, actor.owner, source, done)),
  )
}
