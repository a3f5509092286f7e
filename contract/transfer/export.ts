import * as z from 'zod/mini'
import { GivenId, GivenShortName } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { code, Id, Moment } from '#contract/core/schemas.ts'
import { Prompt } from '#contract/library/prompts.ts'
import { Selection } from '#contract/library/selection.ts'

/** A folder by its position in the library. */
export const ListedFolder = z.object({
  id: GivenId,
  /** Null at the root. */
  parentId: z.nullable(GivenId),
  name: z.string(),
  color: z.string(),
})
export type ListedFolder = z.output<typeof ListedFolder>

/** The fields that show whether a prompt has changed since the last read: every other change sets a new `updatedAt`. */
export const ListedPrompt = z.object({
  id: GivenId,
  /** Null at the root. */
  folderId: z.nullable(GivenId),
  shortName: z.nullable(GivenShortName),
  color: z.string(),
  updatedAt: Moment,
  /** The whole prompt, if requested. */
  whole: z.optional(Prompt),
})
export type ListedPrompt = z.output<typeof ListedPrompt>

/** The files have the shape of `LibraryFile`. */
export const exportCalls = {
  exportLibrary: defineCall({
    method: 'GET',
    path: 'library/export',
    access: 'library:read',
    summary:
      'Exports the library with its trash, or a folder with everything in it, as a file. Includes former versions.',
    input: z.object({ folderId: z.optional(Id) }),
    answer: z.looseObject({}),
    answerAs: 'file',
    errors: ['not_found'],
  }),
  listLibrary: defineCall({
    method: 'GET',
    path: 'library/list',
    access: 'library:read',
    within: 'search',
    summary: 'The folders and prompts of the library or of a folder, at any depth, oldest first.',
    input: z.object({
      folderId: z.optional(Id),
      /** With whole prompts (1). */
      whole: z.optional(z.union([z.literal('0'), z.literal('1')], code('invalid_request'))),
      /** The cursor: the last prompt of the page before. */
      after: z.optional(Id),
    }),
    answer: z.object({
      /** Only on the first page. With `folderId`, that folder is among them. */
      folders: z.array(ListedFolder),
      prompts: z.array(ListedPrompt),
      /** True if there is another page. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found'],
  }),
  /** A POST, because 500 ids are too long for an address. */
  exportSelection: defineCall({
    method: 'POST',
    path: 'library/export-selection',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary:
      'Exports up to 500 prompts, and folders with everything in them, as a file. Changes nothing.',
    input: z.extend(Selection, {
      /** Only compares texts, as before an import: not in the account's activity. */
      isCompared: z.optional(z.boolean()),
    }),
    answer: z.looseObject({}),
    answerAs: 'file',
    errors: ['not_found'],
  }),
}
