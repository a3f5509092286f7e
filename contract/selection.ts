import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { Attempt, code, Color, Destination, Flag, Id, Success } from './core/schemas.ts'
import type { Prompt } from './prompts.ts'
import { limits } from './limits.ts'

const Ids = z.array(Id).check(z.maxLength(limits.selection, code('selection_too_large')))
const selection = { promptIds: z._default(Ids, []), folderIds: z._default(Ids, []) }
type Selection = { promptIds: readonly string[]; folderIds: readonly string[] }

function isSmall(selections: readonly Selection[]): boolean {
  const items = selections.map(({ promptIds, folderIds }) => promptIds.length + folderIds.length)
  return items.reduce((sum, count) => sum + count, 0) <= limits.selection
}

/** Prompts, and folders with everything in them. */
export const Selection = z
  .object(selection)
  .check(z.refine((input) => isSmall([input]), code('selection_too_large')))

const Deletion = z
  .object({
    ...selection,
    /**
     * Deletes only what is as it was made: not edited or shared since, and in a folder nothing else. The rest, and what
     * is gone, is left out. Missing: all is deleted or nothing.
     */
    onlyAsMade: z.optional(z.boolean()),
  })
  .check(z.refine((input) => isSmall([input]), code('selection_too_large')))

/** The fields that can be changed of many at once. */
const states = {
  folderId: z.optional(Destination),
  color: z.optional(Color),
  isFavourite: z.optional(Flag),
  isPublic: z.optional(Flag),
} satisfies Partial<Record<keyof Prompt, unknown>>
export const changeableFields = Object.keys(states) as (keyof typeof states)[]

/** What becomes of prompts and folders. What is missing stays; sharing is of prompts alone. */
export const SelectionChange = z.object({
  ...selection,
  ...states,
  /**
   * Changes only what is still so. What is not, or is gone, is left out, and a destination that is gone is the root.
   * Missing: all is changed or nothing.
   */
  ifStill: z.optional(z.object(states)),
})
export type SelectionChange = z.output<typeof SelectionChange>

/** How many prompts and folders were left out because they are gone, or no longer as they were. */
const left = z.number()

export const selectionCalls = {
  changeSelection: defineCall({
    method: 'POST',
    path: 'library/change',
    access: 'library:write',
    effect: 'write',
    summary: 'Moves, recolours, stars or shares up to 500 prompts and folders, all or none.',
    input: z.object({
      changes: z
        .array(SelectionChange)
        .check(
          z.maxLength(limits.selection, code('selection_too_large')),
          z.refine(isSmall, code('selection_too_large')),
        ),
    }),
    answer: z.extend(Success, {
      /** The changes that undo these. They skip whatever has been changed again since. */
      undo: z.array(SelectionChange),
      left,
    }),
    errors: ['not_found', 'folder_in_itself'],
  }),
  deleteSelection: defineCall({
    method: 'POST',
    path: 'library/delete',
    access: 'library:write',
    effect: 'write',
    summary:
      'Moves up to 500 prompts and folders, with everything in them, to the trash, all or none.',
    input: Deletion,
    /** Without a `trashId` where all was left out. */
    answer: z.extend(Success, { trashId: z.optional(z.string()), left }),
    errors: ['not_found'],
  }),
  copySelection: defineCall({
    method: 'POST',
    path: 'library/copy',
    access: 'library:write',
    effect: 'write',
    summary: 'Copies up to 500 prompts and folders, with everything in them, all or none.',
    input: z
      .object({
        ...selection,
        /** Missing: each beside its original. */
        folderId: z.optional(Destination),
        attempt: Attempt,
      })
      .check(z.refine((input) => isSmall([input]), code('selection_too_large'))),
    answer: z.extend(Success, {
      /** The copies, in the order of `promptIds`. */
      ids: z.array(z.string()),
      /** The same of `folderIds`. */
      folderIds: z.array(z.string()),
    }),
    errors: [
      'not_found',
      'folder_in_itself',
      'copy_too_large',
      'folder_limit_reached',
      'subscription_missing',
      'prompt_limit_reached',
      'library_full',
      'storage_full',
    ],
  }),
}
