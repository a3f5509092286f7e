import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { Id, Moment, NoInput, Success } from '#contract/core/schemas.ts'

/** One deletion: a prompt, a folder with everything in it, or a selection. */
export const TrashItem = z.object({
  id: z.string(),
  /** The name of the prompt or folder, or of the first one in a selection. */
  name: z.string(),
  color: z.string(),
  /** Includes a deleted folder itself. */
  folderCount: z.number(),
  promptCount: z.number(),
  deletedAt: Moment,
  /** When it is permanently deleted. */
  erasedAt: Moment,
  /** Many prompts take a while to come back. Until then, the item can be neither restored nor erased. */
  isRestoring: z.optional(z.boolean()),
})
export type TrashItem = z.output<typeof TrashItem>

const TrashId = z.object({ trashId: Id })

export const trashCalls = {
  listTrash: defineCall({
    method: 'GET',
    path: 'trash/list',
    access: 'library:read',
    summary: 'The deletions of the last 30 days, newest first.',
    input: NoInput,
    answer: z.object({
      items: z.array(TrashItem),
      /** True if the list was cut off. */
      hasMore: z.optional(z.boolean()),
    }),
  }),
  restoreTrash: defineCall({
    method: 'POST',
    path: 'trash/restore',
    access: 'library:write',
    summary: 'Restores a deletion to its original folder, or to the root if that no longer exists.',
    input: TrashId,
    answer: Success,
    errors: [
      'not_found',
      'prompt_limit_reached',
      'folder_limit_reached',
      'library_full',
      'storage_full',
    ],
  }),
  eraseTrash: defineCall({
    method: 'POST',
    path: 'trash/erase',
    // Anything a program deletes can be restored.
    access: 'account',
    summary: 'Permanently deletes the items of a deletion.',
    input: TrashId,
    answer: Success,
    errors: ['not_found'],
  }),
  emptyTrash: defineCall({
    method: 'POST',
    path: 'trash/empty',
    access: 'account',
    summary: 'Permanently deletes everything in the trash.',
    input: NoInput,
    answer: Success,
  }),
}
