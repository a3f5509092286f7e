import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { NoInput } from '#contract/core/schemas.ts'
import { Connection } from './connections.ts'

/** A model that the operator offers for credits. */
export const OfferedModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Credits per million tokens. */
  creditsPerMillionInput: z.number(),
  creditsPerMillionOutput: z.number(),
  /** The maximum tokens of an answer. */
  maxOutput: z.number(),
})
export type OfferedModel = z.output<typeof OfferedModel>

/** Why a model returned no answer, or only part of one. */
export const modelErrorCodes = [
  'key_needed',
  'key_refused',
  'model_unpaid',
  'model_unknown',
  'model_endpoint_missing',
  'answer_too_long',
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
    access: 'runs',
    within: 'anywhere',
    summary:
      "The models that prompts can be run with: the server's, and those of the account's own connections. Without the scope `models`, connections have neither address nor key hint.",
    input: NoInput,
    answer: z.object({
      models: z.array(OfferedModel),
      connections: z.array(Connection),
      /** Whether users can add their own connections. */
      canConnect: z.boolean(),
      /** Whether runs with the server's models take credits from a balance. Missing from older servers: they may. */
      hasBalance: z.optional(z.boolean()),
    }),
  }),
}
