import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Flag, Id, Moment, storable, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import { Value, valuesOf } from '#contract/variables/value-schemas.ts'

/** `stopped`: by the user. `failed`: see `error`. Both keep the partial answer. */
export const runStates = ['running', 'done', 'stopped', 'failed'] as const
export type RunState = (typeof runStates)[number]

const outcome = {
  state: z.enum(runStates),
  /** A code of `errors.ts`; null unless it failed. */
  error: z.nullable(z.string()),
  /** Whether the answer was truncated at its maximum number of tokens. */
  isCut: z.boolean(),
  /** The cost in credits; null until the run has ended. */
  credits: z.nullable(z.number()),
  /** Null if the model's server has not counted them. */
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
}

/** A run in a list. */
export const RunCard = z.object({
  id: z.string(),
  promptId: z.string(),
  /** The id of the operator's model, or the connection's name for it. */
  model: z.string(),
  /** Null for a model of the operator's. */
  connectionId: z.nullable(z.string()),
  /** The model's name when the run started. */
  modelName: z.string(),
  /** Credits reserved for the run; 0 with an own connection. */
  reserved: z.number(),
  ...outcome,
  /** The beginning of the answer. */
  preview: z.string(),
  /** The first values of the filled-in prompt, shortened. */
  firstValues: z._default(z.array(Value), []),
  startedAt: Moment,
  endedAt: z.nullable(Moment),
})
export type RunCard = z.output<typeof RunCard>

export const Run = z.object({
  ...RunCard.shape,
  values: z.array(Value),
  /** The text sent to the model: the prompt, filled in. */
  text: z.string(),
  /** The answer so far. Plain text, never HTML. */
  answer: z.string(),
})
export type Run = z.output<typeof Run>

/** The outcome of a run. `left`: the account's remaining credits. */
const RunEnd = z.object({ ...outcome, left: z.number() })
export type RunEnd = z.output<typeof RunEnd>

/** A line of the stream of a run. `ping`: the model is silent, but the connection is alive. */
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
    access: 'runs',
    within: 'prompt',
    bodyBytes: limits.requestBytes,
    summary:
      'Sends a filled-in prompt to a model and reserves its credits. The run continues if the caller disconnects.',
    input: z.object({
      /** The idempotency key, created by the client for each run: a repeated request starts and costs nothing. */
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
      /** The maximum tokens of the answer; the model's own maximum if missing. */
      maxOutput: z.optional(z.number().check(z.refine(isCount, code('invalid_request')))),
    }),
    answer: z.object({
      runId: z.string(),
      reserved: z.number(),
      /** The account's remaining credits, without the reserved ones. */
      left: z.number(),
    }),
    errors: [
      'not_found',
      'credits_missing',
      'allowance_used',
      'too_many_runs',
      'too_many_attempts',
      'storage_full',
    ],
  }),
  followRun: defineCall({
    method: 'GET',
    path: 'runs/follow',
    access: 'runs',
    within: 'prompt',
    summary: 'Streams the answer of a run as lines of JSON. The last line is its outcome.',
    input: z.object({
      runId: Id,
      /** The length of the answer that the caller already has, in UTF-16 units. */
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
    summary: 'A run with its text and the answer so far.',
    input: z.object({ runId: Id }),
    answer: z.object({ run: Run }),
    errors: ['not_found'],
  }),
  listRuns: defineCall({
    method: 'GET',
    path: 'runs/list',
    access: 'library:read',
    summary: 'The stored runs of a prompt, newest first.',
    input: z.object({ promptId: Id }),
    answer: z.object({ runs: z.array(RunCard) }),
    errors: ['not_found'],
  }),
  stopRun: defineCall({
    method: 'POST',
    path: 'runs/stop',
    access: 'runs',
    within: 'prompt',
    summary: 'Asks a run to stop. Does nothing if it has ended.',
    input: z.object({ runId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  deleteRun: defineCall({
    method: 'POST',
    path: 'runs/delete',
    access: 'library:write',
    summary: 'Deletes a run, and stops it if it is active. For an hour, it can be restored.',
    input: z.object({ runId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  restoreRun: defineCall({
    method: 'POST',
    path: 'runs/restore',
    access: 'library:write',
    summary: 'Restores a deleted run. Does nothing if it is not deleted.',
    input: z.object({ runId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  deleteRuns: defineCall({
    method: 'POST',
    path: 'runs/delete-all',
    access: 'library:write',
    summary: 'Permanently deletes all runs of a prompt, or of the account, and stops active ones.',
    input: z.object({ promptId: z.nullish(Id) }),
    answer: Success,
    errors: ['not_found'],
  }),
  keepRuns: defineCall({
    method: 'POST',
    path: 'runs/keep',
    access: 'account',
    summary: 'Sets whether future runs are stored after they have been read.',
    input: z.object({ keepsRuns: Flag }),
    answer: Success,
  }),
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31
}
