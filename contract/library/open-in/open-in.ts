import * as z from 'zod/mini'
import { WebAddress } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { NoInput } from '#contract/core/schemas.ts'

/** A model provider's site that a prompt can be opened in. */
export const OpenInTarget = z.object({
  id: z.string(),
  name: z.string(),
  /** The address of a new chat. */
  address: WebAddress,
  /** The same with `{prompt}` in place of the text, for sites that accept one. */
  addressWithText: z.optional(WebAddress),
})
export type OpenInTarget = z.output<typeof OpenInTarget>

export const openInCalls = {
  listOpenInTargets: defineCall({
    method: 'GET',
    path: 'open-in/list',
    access: 'library:read',
    within: 'anywhere',
    summary: 'The sites of models that a prompt can be opened in, the most used first.',
    input: NoInput,
    answer: z.object({ targets: z.array(OpenInTarget) }),
  }),
}

/** Servers reject longer addresses with a cryptic error. In bytes, encoded. */
const longestAddress = 6_000

/**
 * Returns the address that opens a text: with the text if the site accepts it and it is short enough, else a new
 * chat.
 */
export function toAddress({ address, addressWithText }: OpenInTarget, text: string): string {
  if (addressWithText === undefined) return address
  // Encoding throws on an unpaired surrogate.
  const filled = addressWithText.replace('{prompt}', () => encodeURIComponent(text.toWellFormed()))
  return filled.length > longestAddress ? address : filled
}
