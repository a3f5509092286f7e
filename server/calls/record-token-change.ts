import type { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'

/** Calls that may write, but change neither folders nor prompts. */
const unchanging: ReadonlySet<keyof typeof calls> = new Set(['notePromptUse', 'exportSelection'])

/** Records after the answer that a token or an app has changed the library, or run a prompt. Does nothing for a person. */
export function recordTokenChange(
  { db, now, afterAnswer }: Services,
  name: keyof typeof calls,
  { access }: Call,
  actor: Actor,
  channel: Channel,
): void {
  const isChange = access === 'library:write' && !unchanging.has(name)
  if (actor.via === 'session' || !(isChange || name === 'startRun')) return
  const done = { kind: isChange ? 'library_changed' : 'prompt_run', at: now() } as const
  const source = sourceOf(channel, actor)
  afterAnswer(() =>
    db.main
      .transaction()
      .execute((transaction) => recordActivity(transaction, actor.owner, source, done)),
  )
}
