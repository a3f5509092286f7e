import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { Id } from '#contract/core/schemas.ts'
import { Selection } from '#contract/selection.ts'

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
  /** A POST, because 500 ids are too long for an address. */
  exportSelection: defineCall({
    method: 'POST',
    path: 'library/export-selection',
    access: 'library:write',
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
