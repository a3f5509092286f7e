import * as z from 'zod/mini'
import { GivenId } from '#contract/core/answers.ts'
import { Flag } from '#contract/core/schemas.ts'
import { cardFields, answersOf, Prompt } from './prompts.ts'

/** A folder in a copy of the library. */
export const CopiedFolder = z.object({
  id: GivenId,
  /** Null at the root, and for the root folder of a token. */
  parentId: z.nullable(GivenId),
  name: z.string(),
  color: z.string(),
  isFavourite: Flag,
  /** Higher for folders and prompts that were created later. */
  createdNo: z.number(),
})
export type CopiedFolder = z.output<typeof CopiedFolder>

/** A prompt in a copy of the library: all that lists, cards and its dialog show. */
export const CopiedPrompt = z.extend(Prompt, {
  ...answersOf(cardFields),
  /** Higher for folders and prompts that were created later. */
  createdNo: z.number(),
})
export type CopiedPrompt = z.output<typeof CopiedPrompt>
