import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { Id, Moment, NoInput, Success } from './core/schemas.ts'

/** What was deleted at once: a prompt, a folder with everything in it, or a selection. */
export const TrashItem = z.object({
  id: z.string(),
  /** Of the prompt or folder; of a selection, of the first. */
  name: z.string(),
  color: z.string(),
  /** Of a folder, itself included. */
  folderCount: z.number(),
  promptCount: z.number(),
  deletedAt: Moment,
  /** When it is deleted for good. */
  erasedAt: Moment,
})
export type TrashItem = z.output<typeof TrashItem>

const TrashId = z.object({ trashId: Id })

export const trashCalls = {
  listTrash: defineCall({
    method: 'GET',
    path: 'trash/list',
    access: 'library:read',
    effect: 'read',
    summary: 'What was deleted in the last 30 days, last first.',
    input: NoInput,
    answer: z.object({
      items: z.array(TrashItem),
      /** True if there is more than an answer holds. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: [],
  }),
  restoreTrash: defineCall({
    method: 'POST',
    path: 'trash/restore',
    access: 'library:write',
    effect: 'write',
    summary: 'Puts back what was deleted: where it was, or at the root if that folder is gone.',
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
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes for good what was deleted.',
    input: TrashId,
    answer: Success,
    errors: ['not_found'],
  }),
  emptyTrash: defineCall({
    method: 'POST',
    path: 'trash/empty',
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes everything in the trash for good.',
    input: NoInput,
    answer: Success,
    errors: [],
  }),
}
