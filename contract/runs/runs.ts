import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Flag, Id, Moment, storable, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/limits.ts'
import { Value, valuesOf } from '#contract/variables/value-schemas.ts'

/** `stopped`: by the user. `failed`: `error` says why. What had come by then is there. */
export const runStates = ['running', 'done', 'stopped', 'failed'] as const
export type RunState = (typeof runStates)[number]

const outcome = {
  state: z.enum(runStates),
  /** A code of `errors.ts`; null unless it failed. */
  error: z.nullable(z.string()),
  /** Whether the answer ends because it had as many tokens as it may. */
  isCut: z.boolean(),
  /** What it costs; null until it has ended. */
  credits: z.nullable(z.number()),
  /** Null where the model's server has not counted. */
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
}

/** A run in a list. */
export const RunCard = z.object({
  id: z.string(),
  promptId: z.string(),
  /** The id of the operator's model, or the name that the connection's server gives it. */
  model: z.string(),
  /** Null for a model of the operator's. */
  connectionId: z.nullable(z.string()),
  /** What the model was called when the run began. */
  modelName: z.string(),
  /** Credits set aside for it; 0 with an own connection. */
  reserved: z.number(),
  ...outcome,
  /** The beginning of the answer. */
  preview: z.string(),
  startedAt: Moment,
  endedAt: z.nullable(Moment),
})
export type RunCard = z.output<typeof RunCard>

export const Run = z.object({
  ...RunCard.shape,
  values: z.array(Value),
  /** What was sent: the prompt, filled in. */
  text: z.string(),
  /** What has come so far. It is text, whatever it looks like. */
  answer: z.string(),
})
export type Run = z.output<typeof Run>

/** How a run ended. `left`: the account's credits after it. */
const RunEnd = z.object({ ...outcome, left: z.number() })
export type RunEnd = z.output<typeof RunEnd>

/** A line of the stream that follows a run. `ping`: the model is silent, the connection stands. */
export const RunLine = z.union([
  z.object({ text: z.string() }),
  z.object({ ping: z.literal(1) }),
  z.object({ end: RunEnd }),
])
export type RunLine = z.output<typeof RunLine>

export const runCalls = {
  startRun: defineCall({
    method: 'POST',
    path: 'runs/start',
    access: 'library:write',
    effect: 'write',
    summary:
      'Sends a filled-in prompt to a model and sets its credits aside. It goes on without the caller.',
    input: z.object({
      /** Made by the client, once for each run: a repeated request starts and pays nothing. */
      attempt: z
        .string(code('invalid_request'))
        .check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request'))),
      promptId: Id,
      values: valuesOf(limits.valueSetsLength),
      text: z
        .string(code('invalid_request'))
        .check(
          storable,
          z.minLength(1, code('invalid_request')),
          z.maxLength(limits.runLength, code('run_text_too_long')),
        ),
      /** The id of the operator's model, or a model of the connection. */
      model: z
        .string(code('invalid_request'))
        .check(storable, z.maxLength(limits.nameLength, code('invalid_request'))),
      connectionId: z.nullish(Id),
      /** Tokens of the answer; what the model may answer at most if missing. */
      maxOutput: z.optional(z.number().check(z.refine(isCount, code('invalid_request')))),
    }),
    answer: z.object({
      runId: z.string(),
      reserved: z.number(),
      /** The account's credits without those set aside. */
      left: z.number(),
    }),
    errors: ['not_found', 'credits_missing', 'too_many_runs', 'too_many_attempts', 'storage_full'],
  }),
  followRun: defineCall({
    method: 'GET',
    path: 'runs/follow',
    access: 'library:read',
    effect: 'read',
    summary:
      'The answer of a run as it comes, a line of JSON a piece, and its end as the last line.',
    input: z.object({
      runId: Id,
      /** How much of the answer the caller has, in UTF-16 units. */
      from: z.optional(
        z
          .pipe(z.union([z.string().check(z.maxLength(10)), z.number()]), z.transform(Number))
          .check(z.refine(isCount, code('invalid_request'))),
      ),
    }),
    answer: RunLine,
    answerAs: 'stream',
    errors: ['not_found'],
  }),
  getRun: defineCall({
    method: 'GET',
    path: 'runs/get',
    access: 'library:read',
    effect: 'read',
    summary: 'A run with its text and what has been answered so far.',
    input: z.object({ runId: Id }),
    answer: z.object({ run: Run }),
    errors: ['not_found'],
  }),
  listRuns: defineCall({
    method: 'GET',
    path: 'runs/list',
    access: 'library:read',
    effect: 'read',
    summary: 'The runs of a prompt that are kept, the last first.',
    input: z.object({ promptId: Id }),
    answer: z.object({ runs: z.array(RunCard) }),
    errors: ['not_found'],
  }),
  stopRun: defineCall({
    method: 'POST',
    path: 'runs/stop',
    access: 'library:write',
    effect: 'write',
    summary: 'Asks a run to stop; one that has ended stays as it is.',
    input: z.object({ runId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  deleteRun: defineCall({
    method: 'POST',
    path: 'runs/delete',
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes a run; one that is running stops.',
    input: z.object({ runId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  deleteRuns: defineCall({
    method: 'POST',
    path: 'runs/delete-all',
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes all runs of a prompt, or of the account; those that are running stop.',
    input: z.object({ promptId: z.nullish(Id) }),
    answer: Success,
    errors: ['not_found'],
  }),
  keepRuns: defineCall({
    method: 'POST',
    path: 'runs/keep',
    access: 'account',
    effect: 'write',
    summary: 'Sets whether runs that begin from now on are kept after they have been read.',
    input: z.object({ keepsRuns: Flag }),
    answer: Success,
  }),
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31
}
