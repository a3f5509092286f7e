import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { Folder, PathFolder } from './folders.ts'
import { limits } from '#contract/core/limits.ts'
import { promptFields } from './prompt-fields.ts'
import { isSearchable } from './search/searchable.ts'
import { VariableRenames, VariableSetting } from '#contract/variables/variable-schemas.ts'
import {
  code,
  Attempt,
  Created,
  Destination,
  Flag,
  FolderIdOrRoot,
  Id,
  Moment,
  ShareKey,
  storable,
  Success,
  Trashed,
  VersionNumber,
} from '#contract/core/schemas.ts'

type Fields = typeof promptFields
type FieldOn<Answer extends 'card' | 'whole'> = {
  [Field in keyof Fields]: Fields[Field]['on'] extends Answer | 'both' ? Field : never
}[keyof Fields]
export type EditedField = {
  [Field in keyof Fields]: Fields[Field] extends { input: z.ZodMiniType } ? Field : never
}[keyof Fields]

type StoredAs<Storage> = {
  [Field in keyof Fields]: Fields[Field]['stored'] extends Storage ? Field : never
}[keyof Fields]
/** A field that versions contain. The user edits each of them. */
export type VersionedField = StoredAs<'versioned'>

const fieldNames = Object.keys(promptFields) as (keyof Fields)[]
const isOn = (field: keyof Fields, answer: 'card' | 'whole') =>
  [answer, 'both'].includes(promptFields[field].on)

/** The fields of a prompt in a library file. */
export type FileField = {
  [Field in FieldOn<'whole'>]: Fields[Field] extends { file: false } ? never : Field
}[FieldOn<'whole'>]

/** The fields of a prompt's card. */
export const cardFields = fieldNames.filter((field) => isOn(field, 'card')) as FieldOn<'card'>[]
/** The fields of a whole prompt. */
export const wholeFields = fieldNames.filter((field) => isOn(field, 'whole')) as FieldOn<'whole'>[]
/** The fields that the user edits. */
export const editedFields = fieldNames.filter(
  (field) => 'input' in promptFields[field],
) as EditedField[]

export const versionedFields = fieldNames.filter(
  (field) => promptFields[field].stored === 'versioned',
) as VersionedField[]

/** The fields whose size counts towards an account's storage. */
export const countedFields = fieldNames.filter((field) =>
  ['versioned', 'counted'].includes(promptFields[field].stored),
) as StoredAs<'versioned' | 'counted'>[]

export const fileFields = wholeFields.filter(
  (field) => !('file' in promptFields[field]),
) as FileField[]

export function answersOf<Field extends keyof Fields>(fields: Field[]) {
  return Object.fromEntries(fields.map((field) => [field, promptFields[field].answer])) as {
    [Name in Field]: Fields[Name]['answer']
  }
}

/** A prompt as its card shows it, without its body. */
export const PromptCard = z.object(answersOf(cardFields))
export type PromptCard = z.output<typeof PromptCard>

/** A whole prompt. */
export const Prompt = z.object(answersOf(wholeFields))
export type Prompt = z.output<typeof Prompt>

export function inputsOf<Field extends EditedField>(fields: Field[]) {
  return Object.fromEntries(fields.map((field) => [field, promptFields[field].input])) as {
    [Name in Field]: Fields[Name]['input']
  }
}

export const editInputs = inputsOf(editedFields)

/** The fields that the user edits. A field that a client leaves out is unchanged. */
const PromptEdit = z.object(editInputs)
export type PromptEdit = z.output<typeof PromptEdit>

/** The fields of a prompt that a version contains. */
export const VersionTexts = z.object(answersOf(versionedFields))
export type VersionTexts = z.output<typeof VersionTexts>

export function pickFields<Shape extends object, Field extends keyof Shape>(
  prompt: Shape,
  fields: readonly Field[],
): Pick<Shape, Field> {
  return Object.fromEntries(fields.map((field) => [field, prompt[field]])) as Pick<Shape, Field>
}

export function pickEdit(prompt: PromptEdit): PromptEdit {
  return pickFields(prompt, editedFields)
}

/** Whether an edit would change nothing. Empty and missing notes are the same. */
export function isSameEdit(prompt: PromptEdit, edit: PromptEdit): boolean {
  return editedFields.every((field) => {
    const value = edit[field] === undefined ? prompt[field] : edit[field]
    return JSON.stringify(value || '') === JSON.stringify(prompt[field] || '')
  })
}

/** A prompt as visitors of its public link see it. */
export const SharedPrompt = z.object({
  status: z.literal('success'),
  prompt: z.string(),
  promptName: z.string(),
  color: z.string(),
  variables: z.array(VariableSetting),
})
export type SharedPrompt = z.output<typeof SharedPrompt>

/** The folders from the root down to a hit, empty at the root. A long path is shortened in the middle. */
const FolderPath = z.array(PathFolder)

export const SearchResult = z.object({
  prompts: z.array(
    z.extend(PromptCard, {
      folderPath: FolderPath,
      /** An excerpt of the body or notes around the match, unless the name alone matches. */
      line: z.optional(z.string()),
    }),
  ),
  folders: z.array(z.extend(Folder, { folderPath: FolderPath })),
  /** Prompts with similar names, most similar first, if few prompts match. */
  similar: z.optional(z.array(z.extend(PromptCard, { folderPath: FolderPath }))),
  /** Whether the list of prompts or of folders was cut off. */
  hasMore: z.boolean(),
})
export type SearchResult = z.output<typeof SearchResult>

const PromptId = z.object({ promptId: Id })

/** A boolean filter in a query. */
const Condition = z.union([z.literal('0'), z.literal('1')], code('invalid_request'))

export const promptCalls = {
  listPrompts: defineCall({
    method: 'GET',
    path: 'prompts/list',
    access: 'library:read',
    within: 'folder',
    summary: 'The prompts directly in a folder, by name.',
    input: z.object({ folderId: FolderIdOrRoot }),
    answer: z.object({
      prompts: z.array(PromptCard),
      /** True if the list was cut off. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found'],
  }),
  searchPrompts: defineCall({
    method: 'GET',
    path: 'prompts/search',
    access: 'library:read',
    within: 'search',
    summary: 'Prompts and folders of the whole library that contain a text.',
    input: z.object({
      /** Only in this folder, at any depth. */
      folderId: z.optional(Id),
      /** Only shared prompts (1), or only private ones (0). This filter and the next two exclude folders. */
      isPublic: z.optional(Condition),
      /** Only prompts with variables (1), or only those without (0). */
      hasVariables: z.optional(Condition),
      /** Only favourites (1), or only others (0). */
      isFavourite: z.optional(Condition),
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
    errors: ['not_found'],
  }),
  getPrompt: defineCall({
    method: 'GET',
    path: 'prompts/get',
    access: 'library:read',
    within: 'prompt',
    summary: 'A whole prompt.',
    input: PromptId,
    answer: z.object({ prompt: Prompt }),
    errors: ['not_found'],
  }),
  getSharedPrompt: defineCall({
    method: 'GET',
    path: 'prompts/shared',
    access: 'public',
    summary: 'A prompt that its owner shares by link.',
    input: z.extend(PromptId, {
      /** The `key` in the link, if it has one. */
      shareKey: z.optional(ShareKey),
    }),
    answer: SharedPrompt,
    errors: ['not_found'],
  }),
  createPrompt: defineCall({
    method: 'POST',
    path: 'prompts/create',
    access: 'library:write',
    within: 'create',
    bodyBytes: limits.requestBytes,
    summary: 'Creates a prompt.',
    input: z.object({ folderId: FolderIdOrRoot, ...editInputs, attempt: Attempt }),
    answer: Created,
    errors: [
      'not_found',
      'short_name_taken',
      'short_name_out_of_reach',
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
    within: 'prompt',
    bodyBytes: limits.requestBytes,
    summary: 'Changes a prompt.',
    input: z.object({
      promptId: Id,
      ...editInputs,
      isFavourite: z.optional(Flag),
      /** Renamed variables, whose values are renamed too. If missing, a single unambiguous rename is detected. */
      renames: z.optional(VariableRenames),
      /** `updatedAt` of the version being edited; the call fails with `prompt_changed` if it has changed since. */
      updatedAt: z.optional(Moment.check(z.maxLength(40))),
      /** The number of the version that this edit restores. The replaced state is then always saved as a version. */
      fromVersion: z.optional(VersionNumber),
    }),
    /** `updatedAt` of the saved prompt. */
    answer: z.extend(Success, { updatedAt: Moment }),
    errors: [
      'not_found',
      'short_name_taken',
      'short_name_out_of_reach',
      'prompt_changed',
      'values_too_long',
      'storage_full',
    ],
  }),
  deletePrompt: defineCall({
    method: 'POST',
    path: 'prompts/delete',
    access: 'library:write',
    summary: 'Moves a prompt to the trash.',
    input: PromptId,
    answer: Trashed,
    errors: ['not_found'],
  }),
  movePrompt: defineCall({
    method: 'POST',
    path: 'prompts/move',
    access: 'library:write',
    summary: 'Moves a prompt to another folder, or to the root.',
    input: z.object({ promptId: Id, folderId: Destination }),
    answer: Success,
    errors: ['not_found'],
  }),
  togglePromptPublic: defineCall({
    method: 'POST',
    path: 'prompts/toggle-public',
    access: 'library:write',
    summary: 'Shares a private prompt by link, or makes a shared one private.',
    input: z.extend(PromptId, {
      /**
       * A new random key, without which the link does not work: `/prompt/shared/<promptId>?key=<shareKey>`. Missing:
       * the link is `/prompt/shared/<promptId>`. Ignored if a prompt becomes private.
       */
      shareKey: z.optional(ShareKey),
    }),
    answer: Success,
    errors: ['not_found'],
  }),
}
