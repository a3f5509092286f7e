import * as z from 'zod/mini'
import { GivenId, GivenShortName } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { Flag, Id, Moment, NoInput, Success } from '#contract/core/schemas.ts'
import { PromptCard } from './prompts.ts'
import { LastValues } from '#contract/variables/value-schemas.ts'

const ShelfPrompt = z.extend(PromptCard, {
  /** Null at the root. */
  folderId: z.nullable(GivenId),
})
export type ShelfPrompt = z.output<typeof ShelfPrompt>

/**
 * Favourites by name, used prompts by last use, and prompts that were never used by last change, latest first; at most
 * `limits.shelfPrompts` of each.
 */
export const Shelf = z.object({
  favourites: z.array(ShelfPrompt),
  recents: z.array(ShelfPrompt),
  /** Missing from older servers. */
  unused: z._default(z.array(ShelfPrompt), []),
})
export type Shelf = z.output<typeof Shelf>

/** The fields for finding a prompt by name in the client. */
export const PromptName = z.object({
  id: GivenId,
  name: z.string(),
  /** Missing from the list of names if there is none. */
  shortName: z.optional(z.nullable(GivenShortName)),
  color: z.string(),
  /** Null at the root. */
  folderId: z.nullable(GivenId),
  isPublic: Flag,
  isFavourite: Flag,
  usedAt: z.nullable(Moment),
})
export type PromptName = z.output<typeof PromptName>

export const shelfCalls = {
  getShelf: defineCall({
    method: 'GET',
    path: 'prompts/shelf',
    access: 'library:read',
    summary: 'The favourites, the most recently used prompts, and the latest that were never used.',
    input: NoInput,
    answer: Shelf,
  }),
  listPromptNames: defineCall({
    method: 'GET',
    path: 'prompts/names',
    access: 'library:read',
    summary: 'The names of all prompts, newest first.',
    input: z.object({
      /** The cursor: the last prompt of the page before. */
      after: z.optional(Id),
    }),
    answer: z.object({
      prompts: z.array(PromptName),
      /** True if there is another page. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found'],
  }),
  notePromptUse: defineCall({
    method: 'POST',
    path: 'prompts/use',
    access: 'library:write',
    within: 'prompt',
    bodyBytes: limits.requestBytes,
    summary: 'Records that a prompt was copied.',
    input: z.object({
      promptId: Id,
      /** The values that were copied. Stored if the account keeps last values, otherwise ignored. */
      values: z.optional(LastValues),
    }),
    answer: Success,
    errors: ['not_found', 'storage_full', 'values_too_long'],
  }),
}
