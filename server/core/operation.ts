import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/core/call.ts'
import type { TokenScope } from '#contract/core/scopes.ts'
import type { Actor, OperatorActor, SessionActor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'

/** A file to save, streamed in chunks. */
export type FileAnswer = { name: string; type: string; pieces: AsyncIterable<string> }

/** Lines. Undefined sends nothing, so that a silent stream checks whether its reader and its actor are still there. */
export type LineAnswer<Line> = AsyncIterable<Line | undefined>

/** All other calls come from sessions: tokens and operators may not make them. */
type ActorOf<C extends Call> = C['access'] extends 'public'
  ? C extends { identifies: true }
    ? SessionActor | undefined
    : undefined
  : C['access'] extends TokenScope
    ? Actor
    : C extends { forOperators: true }
      ? SessionActor | OperatorActor
      : SessionActor

/** The checked input of a call, with the parameters of its path. */
type CheckedInput<C extends Call> = z.output<C['input']> &
  (C extends { params: infer Params extends z.ZodMiniType } ? z.output<Params> : object)

export type OperationAnswer<C extends Call> = C extends { answerAs: 'file' }
  ? FileAnswer
  : C extends { answerAs: 'stream' }
    ? LineAnswer<AnswerOf<C>>
    : AnswerOf<C>

/**
 * Implements a call, independently of its transport. `callOperation` has checked the actor's scope, validated the input
 * and counted the attempt.
 *
 * @throws ApiError for expected failures
 */
export type Operation<C extends Call> = (
  services: Services,
  actor: ActorOf<C>,
  input: CheckedInput<C>,
  channel: Channel,
) => Promise<OperationAnswer<C>>

export type Operations<Calls extends Record<string, Call>> = {
  [Name in keyof Calls]: Operation<Calls[Name]>
}
