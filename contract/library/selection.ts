import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import {
  Attempt,
  code,
  Color,
  Destination,
  Flag,
  Id,
  ShortName,
  Success,
} from '#contract/core/schemas.ts'
import type { Prompt } from './prompts.ts'
import { limits } from '#contract/core/limits.ts'

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
     * Deletes only items unchanged since they were created: not edited or shared, and folders with nothing else inside.
     * Skips all others. Missing: deletes all or none.
     */
    onlyAsMade: z.optional(z.boolean()),
  })
  .check(z.refine((input) => isSmall([input]), code('selection_too_large')))

/** The fields that can be changed in bulk. */
const states = {
  folderId: z.optional(Destination),
  color: z.optional(Color),
  isFavourite: z.optional(Flag),
  isPublic: z.optional(Flag),
  shortName: z.optional(z.nullable(ShortName)),
} satisfies Partial<Record<keyof Prompt, unknown>>
export const changeableFields = Object.keys(states) as (keyof typeof states)[]

/** A change of prompts and folders. Missing fields are unchanged; only prompts can be shared and have short names. */
export const SelectionChange = z.object({
  ...selection,
  ...states,
  /**
   * Changes only items that still have these values, and skips all others. A destination that no longer exists becomes the
   * root. Missing: changes all or none.
   */
  ifStill: z.optional(z.object(states)),
})
export type SelectionChange = z.output<typeof SelectionChange>

/** The number of prompts and folders that were skipped because they have been changed or deleted. */
const left = z.number()

export const selectionCalls = {
  changeSelection: defineCall({
    method: 'POST',
    path: 'library/change',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary:
      'Moves, recolours, stars, shares or renames the short names of up to 500 prompts and folders, all or none.',
    input: z.object({
      changes: z
        .array(SelectionChange)
        .check(
          z.maxLength(limits.selection, code('selection_too_large')),
          z.refine(isSmall, code('selection_too_large')),
        ),
    }),
    answer: z.extend(Success, {
      /** The changes that undo these. They skip items that have been changed again since. */
      undo: z.array(SelectionChange),
      left,
      /** The link keys of the prompts that these changes ask to share, in order; null for a link without one. */
      shareKeys: z._default(
        z.array(z.object({ promptId: z.string(), shareKey: z.nullable(z.string()) })),
        [],
      ),
    }),
    errors: ['not_found', 'folder_in_itself', 'short_name_taken'],
  }),
  giveShortNames: defineCall({
    method: 'POST',
    path: 'library/give-short-names',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary:
      'Gives up to 500 prompts short names made from their titles, numbered if taken. Skips those that have one.',
    input: z.object({ promptIds: Ids }),
    answer: z.extend(Success, {
      /** The changes that undo it. They skip prompts whose short name has been changed since. */
      undo: z.array(SelectionChange),
      /** The number of prompts without a short name whose titles cannot become one. */
      left,
    }),
    errors: ['not_found', 'storage_full'],
  }),
  deleteSelection: defineCall({
    method: 'POST',
    path: 'library/delete',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary:
      'Moves up to 500 prompts and folders, with everything in them, to the trash, all or none.',
    input: Deletion,
    /** Without a `trashId` if all items were skipped. */
    answer: z.extend(Success, { trashId: z.optional(z.string()), left }),
    errors: ['not_found'],
  }),
  copySelection: defineCall({
    method: 'POST',
    path: 'library/copy',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary: 'Copies up to 500 prompts and folders, with everything in them, all or none.',
    input: z
      .object({
        ...selection,
        /** Missing: copies each item next to its original. */
        folderId: z.optional(Destination),
        attempt: Attempt,
      })
      .check(z.refine((input) => isSmall([input]), code('selection_too_large'))),
    answer: z.extend(Success, {
      /** The copies, in the order of `promptIds`. */
      ids: z.array(z.string()),
      /** The copies, in the order of `folderIds`. */
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
