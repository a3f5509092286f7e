import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { NoInput } from './core/schemas.ts'

/** A model provider's site that a prompt can be opened in. */
export const OpenInTarget = z.object({
  id: z.string(),
  name: z.string(),
  /** Where a new chat begins. */
  address: z.string(),
  /** The same with `{prompt}` in place of the text, for sites that accept one. */
  addressWithText: z.optional(z.string()),
})
export type OpenInTarget = z.output<typeof OpenInTarget>

export const openInCalls = {
  listOpenInTargets: defineCall({
    method: 'GET',
    path: 'open-in/list',
    access: 'library:read',
    summary: 'The sites of models that a prompt can be opened in, the most used first.',
    input: NoInput,
    answer: z.object({ targets: z.array(OpenInTarget) }),
  }),
}
