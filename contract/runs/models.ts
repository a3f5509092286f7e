import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { NoInput } from '#contract/core/schemas.ts'
import { Connection } from './connections.ts'

/** A model of the operator's, which runs for credits. */
export const OfferedModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Credits per million tokens. */
  creditsPerMillionInput: z.number(),
  creditsPerMillionOutput: z.number(),
  /** The most tokens that an answer may have. */
  maxOutput: z.number(),
})
export type OfferedModel = z.output<typeof OfferedModel>

/** Why a model gave no answer, or no whole one. */
export const modelErrorCodes = [
  'key_needed',
  'key_refused',
  'model_unknown',
  'run_too_long',
  'run_filtered',
  'model_busy',
  'model_failed',
  'model_silent',
  'model_cut',
  'model_unreachable',
  'address_refused',
] as const
export type ModelErrorCode = (typeof modelErrorCodes)[number]

export const modelCalls = {
  listModels: defineCall({
    method: 'GET',
    path: 'models/list',
    access: 'library:read',
    effect: 'read',
    summary:
      "What prompts can be run with: the server's models, and the account's own connections.",
    input: NoInput,
    answer: z.object({
      models: z.array(OfferedModel),
      connections: z.array(Connection),
      /** Whether the server takes connections of its users. */
      canConnect: z.boolean(),
    }),
    errors: [],
  }),
}
