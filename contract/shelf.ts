import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { Flag, Id, Moment, NoInput, Success } from './core/schemas.ts'
import { PromptCard } from './prompts.ts'

const ShelfPrompt = z.extend(PromptCard, {
  /** Null at the root. */
  folderId: z.nullable(z.string()),
})
export type ShelfPrompt = z.output<typeof ShelfPrompt>

/** The favourites, by name, and what was used lately, last first; at most `limits.shelfPrompts` of each. */
export const Shelf = z.object({
  favourites: z.array(ShelfPrompt),
  recents: z.array(ShelfPrompt),
})
export type Shelf = z.output<typeof Shelf>

/** What finds a prompt by its name without asking the server. */
export const PromptName = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  /** Null at the root. */
  folderId: z.nullable(z.string()),
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
    effect: 'read',
    summary: 'The favourites, and the prompts that were used last.',
    input: NoInput,
    answer: Shelf,
    errors: [],
  }),
  listPromptNames: defineCall({
    method: 'GET',
    path: 'prompts/names',
    access: 'library:read',
    effect: 'read',
    summary: 'The names of all prompts, what was made last first.',
    input: z.object({
      /** Those that follow this prompt: the last one of an answer that does not hold all. */
      after: z.optional(Id),
    }),
    answer: z.object({
      prompts: z.array(PromptName),
      /** True if the library holds more prompts than an answer. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found'],
  }),
  notePromptUse: defineCall({
    method: 'POST',
    path: 'prompts/use',
    access: 'library:write',
    effect: 'write',
    summary: 'Notes that a prompt was copied.',
    input: z.object({ promptId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
}
