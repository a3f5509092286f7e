import * as z from 'zod/mini'
import { GivenId } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { code, Flag, Id, NoInput } from '#contract/core/schemas.ts'
import { Value } from '#contract/variables/value-schemas.ts'
import { cardFields, answersOf, Prompt } from './prompts.ts'

/** A folder in a copy of the library. */
export const CopiedFolder = z.object({
  id: GivenId,
  /** Null at the root, and for the root folder of a token. */
  parentId: z.nullable(GivenId),
  name: z.string(),
  color: z.string(),
  isFavourite: Flag,
  /** Higher for folders and prompts that were created later. */
  createdNo: z.number(),
})
export type CopiedFolder = z.output<typeof CopiedFolder>

/** A prompt in a copy of the library: all that lists, cards and its dialog show. */
export const CopiedPrompt = z.extend(Prompt, {
  ...answersOf(cardFields),
  /** Higher for folders and prompts that were created later. */
  createdNo: z.number(),
})
export type CopiedPrompt = z.output<typeof CopiedPrompt>

/** The state of a copy. Clients only store it, compare it with another for equality, and send it back. */
const GivenCursor = z.string().check(z.maxLength(100))
const Cursor = z
  .string(code('invalid_request'))
  .check(z.regex(/^\d{1,15}(?:\.\d{1,8})?$/, code('invalid_request')))

export const changeCalls = {
  listChanges: defineCall({
    method: 'GET',
    path: 'library/changes',
    access: 'library:read',
    within: 'search',
    summary: 'The folders and prompts that have changed since a cursor, for a copy of the library.',
    input: z.object({
      /** Only this folder, at any depth. It is the root of the copy. */
      folderId: z.optional(Id),
      /** `next` of the answer before; missing at first. `not_found`: start again with an empty copy. */
      after: z.optional(Cursor),
    }),
    /**
     * Whole rows in the order of their changes, at most 500 and 2 MB of texts. They replace those with their ids.
     * `usedAt` and `lastValues` are as of the row's last change: using a prompt changes no row.
     */
    answer: z.object({
      folders: z.array(CopiedFolder),
      prompts: z.array(CopiedPrompt),
      /** If they have changed since the cursor. Missing with `folderId`. */
      myValues: z.optional(z.object({ values: z.array(Value), keepsLastValues: z.boolean() })),
      /** The cursor to continue from. */
      next: GivenCursor,
      /** Whether there is another page now. */
      hasMore: z.boolean(),
      /**
       * Whether rows may have been removed since the cursor: before `next` is stored, `library/ids` shows which. With
       * `folderId`, true after any change, because rows move in and out. If the copy then lacks an id although its
       * cursor equals that of `library/ids`, it has to start again.
       */
      hasRemoved: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  listIds: defineCall({
    method: 'GET',
    path: 'library/ids',
    access: 'library:read',
    within: 'search',
    summary: 'The ids of all folders and prompts of the library or of a folder, in no order.',
    input: z.object({ folderId: z.optional(Id) }),
    answer: z.object({
      folders: z.array(GivenId),
      prompts: z.array(GivenId),
      /** The state of the library. Later changes may be included. */
      next: GivenCursor,
    }),
    errors: ['not_found'],
  }),
  watchLibrary: defineCall({
    method: 'GET',
    path: 'library/watch',
    access: 'library:read',
    within: 'anywhere',
    summary:
      'Streams the state of the library as lines of JSON: immediately, and after each change.',
    input: NoInput,
    /** `next`: the cursor of a copy without missing changes. `ping`: nothing has changed for 25 seconds. */
    answer: z.union([z.object({ next: GivenCursor }), z.object({ ping: z.literal(1) })]),
    answerAs: 'stream',
  }),
}
