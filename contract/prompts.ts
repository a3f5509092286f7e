import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Folder, FolderCrumb } from './folders.ts'
import { limits } from './limits.ts'
import { isSearchable } from './search.ts'
import {
  code,
  Attempt,
  Color,
  Created,
  FolderIdOrRoot,
  Id,
  Moment,
  multilineText,
  Name,
  storable,
  Success,
} from './schemas.ts'

/** 0: private; 1: anyone with the link can see it. */
const IsPublic = z.union([z.literal(0), z.literal(1)])

/** A prompt as its card shows it: never its whole body. */
export const PromptCard = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  isPublic: IsPublic,
  /** The beginning of the body, in its stored form. */
  preview: z.string(),
  /** How many different variables the body has. */
  variableCount: z.number(),
  updatedAt: Moment,
})
export type PromptCard = z.output<typeof PromptCard>

/** A whole prompt. `prompt` is its body in the stored form. */
export const Prompt = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  notes: z.nullable(z.string()),
  isPublic: IsPublic,
  prompt: z.string(),
  folderId: z.nullable(z.string()),
  updatedAt: Moment,
})
export type Prompt = z.output<typeof Prompt>

/** What a visitor sees of a prompt behind its public link. */
export const SharedPrompt = z.object({
  status: z.literal('success'),
  prompt: z.string(),
  promptName: z.string(),
})
export type SharedPrompt = z.output<typeof SharedPrompt>

/** Where a hit lies: the folders from the root down to it, of a long way the ends; empty at the root. */
const FolderPath = z.array(FolderCrumb)

export const SearchResult = z.object({
  prompts: z.array(z.extend(PromptCard, { folderPath: FolderPath })),
  folders: z.array(z.extend(Folder, { folderPath: FolderPath })),
  /** Whether there are more prompts, or more folders, than an answer holds. */
  hasMore: z.boolean(),
})
export type SearchResult = z.output<typeof SearchResult>

const promptText = {
  name: Name,
  color: Color,
  notes: z.nullish(multilineText(limits.notesLength, 'notes_too_long')),
  prompt: multilineText(limits.promptLength, 'prompt_too_long'),
}

const PromptId = z.object({ promptId: Id })

export const promptCalls = {
  listPrompts: defineCall({
    method: 'GET',
    path: 'prompts/list',
    access: 'library:read',
    effect: 'read',
    summary: 'The prompts directly in a folder, by name.',
    input: z.object({ folderId: FolderIdOrRoot }),
    answer: z.object({
      prompts: z.array(PromptCard),
      /** True where there are more prompts than an answer holds. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found'],
  }),
  searchPrompts: defineCall({
    method: 'GET',
    path: 'prompts/search',
    access: 'library:read',
    effect: 'read',
    summary: 'Prompts and folders of the whole library that contain a text.',
    input: z.object({
      search: z
        .string(code('search_too_short'))
        .check(
          z.trim(),
          z.maxLength(limits.searchMaxLength, { error: code('search_too_long'), abort: true }),
          storable,
          z.refine(isSearchable, code('search_too_short')),
        ),
    }),
    answer: SearchResult,
  }),
  getPrompt: defineCall({
    method: 'GET',
    path: 'prompts/get',
    access: 'library:read',
    effect: 'read',
    summary: 'A whole prompt.',
    input: PromptId,
    answer: z.object({ prompt: Prompt }),
    errors: ['not_found'],
  }),
  getSharedPrompt: defineCall({
    method: 'GET',
    path: 'prompts/shared',
    access: 'public',
    effect: 'read',
    summary: 'A prompt that its owner shares by link.',
    input: PromptId,
    answer: SharedPrompt,
    errors: ['not_found'],
  }),
  createPrompt: defineCall({
    method: 'POST',
    path: 'prompts/create',
    access: 'library:write',
    effect: 'write',
    summary: 'Creates a prompt.',
    input: z.object({ folderId: FolderIdOrRoot, ...promptText, attempt: Attempt }),
    answer: Created,
    errors: [
      'not_found',
      'subscription_missing',
      'prompt_limit_reached',
      'library_full',
      'storage_full',
    ],
  }),
  updatePrompt: defineCall({
    method: 'POST',
    path: 'prompts/update',
    access: 'library:write',
    effect: 'write',
    summary: 'Changes a prompt.',
    input: z.object({
      promptId: Id,
      ...promptText,
      /** `updatedAt` of the version being edited; fails with `prompt_changed` if it has changed since. */
      updatedAt: z.optional(Moment),
    }),
    answer: Success,
    errors: ['not_found', 'prompt_changed', 'storage_full'],
  }),
  deletePrompt: defineCall({
    method: 'POST',
    path: 'prompts/delete',
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes a prompt.',
    input: PromptId,
    answer: Success,
    errors: ['not_found'],
  }),
  movePrompt: defineCall({
    method: 'POST',
    path: 'prompts/move',
    access: 'library:write',
    effect: 'write',
    summary: 'Moves a prompt to another folder, or to the root.',
    input: z.object({
      promptId: Id,
      // An empty id counts as missing.
      folderId: z.union(
        [z.literal('root'), z.pipe(z.string().check(z.minLength(1)), Id)],
        code('destination_missing'),
      ),
    }),
    answer: Success,
    errors: ['not_found'],
  }),
  togglePromptPublic: defineCall({
    method: 'POST',
    path: 'prompts/toggle-public',
    access: 'library:write',
    effect: 'write',
    summary: 'Shares a private prompt by link, or makes a shared one private.',
    input: PromptId,
    answer: Success,
    errors: ['not_found'],
  }),
}
