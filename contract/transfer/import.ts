import * as z from 'zod/mini'
import { GivenId } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { code, Color, Flag, Id, Moment, Name, NoInput, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import {
  editInputs,
  inputsOf,
  versionedFields,
  type EditedField,
  type FileField,
} from '#contract/library/prompts.ts'
import { valuesOf } from '#contract/variables/value-schemas.ts'

/** The index of an entry in the whole import. */
const EntryIndex = z.number().check(
  z.refine((place) => Number.isInteger(place) && place >= 0 && place <= limits.importEntries, {
    error: code('invalid_request'),
  }),
)

/** The folder that an entry goes into: null for the root, the index of an earlier entry, or the id of an existing folder. */
const ParentFolder = z.nullable(z.union([EntryIndex, Id], code('invalid_request')))

/** The index of the deletion that put a folder or prompt in the trash. */
const DeletedWith = z.optional(EntryIndex)

// Without zod's date check and `discriminatedUnion`, which would add to every browser's first load.
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

const PastMoment = z.string().check(
  z.maxLength(40, { abort: true }),
  z.refine((text) => moment.test(text) && !Number.isNaN(Date.parse(text)), {
    error: code('invalid_request'),
    abort: true,
  }),
  z.overwrite((text) => new Date(text).toISOString()),
)

/** The fields of a prompt in a file that no user edits. Value sets are separate entries, and ids become indexes. */
const storedFields = {
  isFavourite: z.optional(Flag),
  usedAt: z.nullish(PastMoment),
  updatedAt: z.optional(PastMoment),
} satisfies Record<Exclude<FileField, EditedField | 'id' | 'folderId' | 'valueSets'>, unknown>

const ValueSets = z.array(z.object({ name: Name, values: valuesOf(limits.valueSetsLength) })).check(
  z.maxLength(limits.valueSets, code('value_set_limit_reached')),
  z.refine(
    (sets) => JSON.stringify(sets).length <= limits.valueSetsLength,
    code('values_too_long'),
  ),
)

/**
 * One item to import. Refers to earlier entries by their indexes. `values` and `version` are separate from their prompt, so
 * that even the longest entry fits in a request.
 */
export const ImportEntry = z.union([
  z.object({ kind: z.literal('deleted'), name: Name, color: Color, deletedAt: PastMoment }),
  z.object({
    kind: z.literal('folder'),
    in: ParentFolder,
    name: Name,
    color: Color,
    isFavourite: z.optional(Flag),
    deleted: DeletedWith,
  }),
  z.object({
    kind: z.literal('prompt'),
    in: ParentFolder,
    ...editInputs,
    ...storedFields,
    createdAt: z.optional(PastMoment),
    deleted: DeletedWith,
  }),
  z.object({ kind: z.literal('values'), of: EntryIndex, valueSets: ValueSets }),
  z.object({
    kind: z.literal('version'),
    of: EntryIndex,
    ...inputsOf(versionedFields),
    writtenAt: PastMoment,
    label: z.nullable(Name),
  }),
])
export type ImportEntry = z.input<typeof ImportEntry>
/** An entry after validation. */
export type CheckedEntry = z.output<typeof ImportEntry>

function refersBack(entry: CheckedEntry, place: number): boolean {
  const { in: folder, of, deleted } = entry as { in?: unknown; of?: number; deleted?: number }
  return [folder, of, deleted].every((other) => typeof other !== 'number' || other < place)
}

/** The id of an import, created by the client. */
const ImportAttempt = z
  .string(code('invalid_request'))
  .check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request')))

/** An import that can be continued or undone. */
export const StartedImport = z.object({
  attempt: z.string(),
  /** The file's name. */
  name: z.string(),
  total: z.number(),
  /** The number of entries imported so far. */
  done: z.number(),
  startedAt: Moment,
})
export type StartedImport = z.output<typeof StartedImport>

export const importCalls = {
  importEntries: defineCall({
    method: 'POST',
    path: 'library/import',
    access: 'library:write',
    within: 'entries',
    bodyBytes: limits.requestBytes,
    summary:
      'Imports up to 500 entries, all or none. Already imported entries are skipped, so a batch can be retried.',
    input: z
      .object({
        attempt: ImportAttempt,
        /** The file's name. */
        name: Name,
        /** The number of entries in the whole import. */
        total: EntryIndex,
        /** The index of the first entry. A batch that would leave a gap is not imported. */
        from: EntryIndex,
        entries: z
          .array(ImportEntry)
          .check(z.maxLength(limits.importBatch, code('invalid_request'))),
      })
      .check(
        z.refine(
          ({ from, entries }) => entries.every((entry, at) => refersBack(entry, from + at)),
          code('not_found'),
        ),
      ),
    answer: z.extend(Success, {
      /** The number of entries imported so far, where the next batch starts. */
      done: z.number(),
      /** The ids of what the batch's entries have created, in their order. Missing from older servers. */
      ids: z.optional(z.array(GivenId)),
    }),
    errors: [
      'not_found',
      'import_undone',
      'too_many_attempts',
      'short_name_out_of_reach',
      'subscription_missing',
      'prompt_limit_reached',
      'folder_limit_reached',
      'library_full',
      'storage_full',
      'trash_full',
    ],
  }),
  listImports: defineCall({
    method: 'GET',
    path: 'library/imports',
    access: 'library:read',
    summary: 'Unfinished imports, and those that ended within the last day.',
    input: NoInput,
    answer: z.object({ imports: z.array(StartedImport) }),
  }),
  undoImport: defineCall({
    method: 'POST',
    path: 'library/undo-import',
    access: 'library:write',
    summary:
      'Permanently deletes what an import created, except items edited or shared since. Late batches are rejected.',
    input: z.object({ attempt: ImportAttempt }),
    /** How many prompts and folders this call deleted. Missing from older servers. */
    answer: z.extend(Success, {
      prompts: z.optional(z.number()),
      folders: z.optional(z.number()),
    }),
    errors: ['too_many_attempts'],
  }),
}
