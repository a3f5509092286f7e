import * as z from 'zod/mini'
import { GivenId } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import {
  Attempt,
  Color,
  Created,
  Flag,
  FolderIdOrRoot,
  Id,
  Name,
  NoInput,
  Success,
  Trashed,
} from '#contract/core/schemas.ts'

/** One folder of a path, as a breadcrumb trail shows it. */
export const PathFolder = z.object({
  id: GivenId,
  name: z.string(),
  /** How many folders of the path are omitted just before this one; missing for none. */
  leftOutBefore: z.optional(z.number()),
})
export type PathFolder = z.output<typeof PathFolder>

/** A folder as its card shows it. The counts do not include nested folders. */
export const Folder = z.object({
  id: GivenId,
  name: z.string(),
  color: z.string(),
  isFavourite: Flag,
  promptCount: z.number(),
  folderCount: z.number(),
})
export type Folder = z.output<typeof Folder>

export const FolderList = z.object({
  folders: z.array(Folder),
  /**
   * The path from the outermost ancestor down to the requested folder, itself included; empty at the root. A long path
   * is shortened in the middle.
   */
  folderTree: z.array(PathFolder),
  /** True if the list was cut off. */
  hasMore: z.optional(z.boolean()),
})
export type FolderList = z.output<typeof FolderList>

/** The number of folders and prompts in a folder, at any depth. The folder itself is not counted. */
export const FolderContents = z.object({ folders: z.number(), prompts: z.number() })
export type FolderContents = z.output<typeof FolderContents>

/** A folder of the tree, which has no cycles. `promptCount` includes prompts at any depth. */
export const TreeFolder = z.object({
  id: GivenId,
  /** Null at the root. */
  parentId: z.nullable(GivenId),
  name: z.string(),
  color: z.string(),
  isFavourite: Flag,
  promptCount: z.number(),
})
export type TreeFolder = z.output<typeof TreeFolder>

export const folderCalls = {
  listFolders: defineCall({
    method: 'GET',
    path: 'folders/list',
    access: 'library:read',
    within: 'folder',
    summary: 'The folders directly in a folder, by name, and the path to it.',
    input: z.object({ folderId: FolderIdOrRoot }),
    answer: FolderList,
    errors: ['not_found'],
  }),
  listFolderTree: defineCall({
    method: 'GET',
    path: 'folders/tree',
    access: 'library:read',
    summary: 'All folders, by name.',
    input: NoInput,
    answer: z.object({
      folders: z.array(TreeFolder),
      /** Whether the list was truncated at `limits.listBytes`, without the newest folders. */
      hasMore: z.optional(z.boolean()),
    }),
  }),
  countFolderContents: defineCall({
    method: 'GET',
    path: 'folders/contents',
    access: 'library:read',
    summary: 'How many folders and prompts deleting a folder would delete.',
    input: z.object({ folderId: Id }),
    answer: FolderContents,
    errors: ['not_found'],
  }),
  createFolder: defineCall({
    method: 'POST',
    path: 'folders/create',
    access: 'library:write',
    within: 'create',
    summary: 'Creates a folder.',
    input: z.object({ folderId: FolderIdOrRoot, name: Name, color: Color, attempt: Attempt }),
    answer: Created,
    errors: ['not_found', 'subscription_missing', 'folder_limit_reached'],
  }),
  updateFolder: defineCall({
    method: 'POST',
    path: 'folders/update',
    access: 'library:write',
    summary: 'Changes the name and colour of a folder.',
    input: z.object({
      folderId: Id,
      name: Name,
      color: Color,
      /** The folder as it was read; fails with `changed_elsewhere` if it has changed since. */
      former: z.optional(z.object({ name: Name, color: Color })),
    }),
    answer: Success,
    errors: ['not_found', 'changed_elsewhere'],
  }),
  deleteFolder: defineCall({
    method: 'POST',
    path: 'folders/delete',
    access: 'library:write',
    summary: 'Moves a folder with everything in it to the trash.',
    input: z.object({ folderId: Id }),
    answer: Trashed,
    errors: ['not_found'],
  }),
}
