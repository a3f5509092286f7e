import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Color, Flag, Id, Moment, Name, NoInput, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/limits.ts'
import { promptFields } from '#contract/prompt-fields.ts'
import { editInputs, type EditedField, type FileField } from '#contract/prompts.ts'
import { valuesOf } from '#contract/variables/value-schemas.ts'

/** The place of an entry in the whole import, counted from 0. */
const Place = z.number().check(
  z.refine((place) => Number.isInteger(place) && place >= 0 && place <= limits.importEntries, {
    error: code('invalid_request'),
  }),
)

/** The folder that something is put into: null for the root, an entry before it, or the id of a folder there is. */
const In = z.nullable(z.union([Place, Id], code('invalid_request')))

/** Something in the trash that a folder or prompt was deleted with. */
const Deleted = z.optional(Place)

// Neither zod's own check of moments nor its union by a property: they would be in every browser's first load.
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

const PastMoment = z.string().check(
  z.maxLength(40, { abort: true }),
  z.refine((text) => moment.test(text) && !Number.isNaN(Date.parse(text)), {
    error: code('invalid_request'),
    abort: true,
  }),
  z.overwrite((text) => new Date(text).toISOString()),
)

const texts = {
  name: Name,
  prompt: promptFields.prompt.input,
  notes: promptFields.notes.input,
  variables: promptFields.variables.input,
}

/** What a file holds of a prompt besides what is edited. Value sets are entries of their own, and ids are places. */
const kept = {
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
 * Something that an import brings in. It refers to others by their places, and these come before it. `values` and
 * `version` stand apart from their prompt, so that each of the longest fits in a request.
 */
export const ImportEntry = z.union([
  z.object({ kind: z.literal('deleted'), name: Name, color: Color, deletedAt: PastMoment }),
  z.object({
    kind: z.literal('folder'),
    in: In,
    name: Name,
    color: Color,
    isFavourite: z.optional(Flag),
    deleted: Deleted,
  }),
  z.object({
    kind: z.literal('prompt'),
    in: In,
    ...editInputs,
    ...kept,
    createdAt: z.optional(PastMoment),
    deleted: Deleted,
  }),
  z.object({ kind: z.literal('values'), of: Place, valueSets: ValueSets }),
  z.object({
    kind: z.literal('version'),
    of: Place,
    ...texts,
    writtenAt: PastMoment,
    label: z.nullable(Name),
  }),
])
export type ImportEntry = z.input<typeof ImportEntry>
/** An entry as the server takes it. */
export type CheckedEntry = z.output<typeof ImportEntry>

function refersBack(entry: CheckedEntry, place: number): boolean {
  const { in: folder, of, deleted } = entry as { in?: unknown; of?: number; deleted?: number }
  return [folder, of, deleted].every((other) => typeof other !== 'number' || other < place)
}

/** Made by the client, once for each import. */
const ImportAttempt = z
  .string(code('invalid_request'))
  .check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request')))

/** An import that can be gone on with, or undone. */
export const StartedImport = z.object({
  attempt: z.string(),
  /** Of the file. */
  name: z.string(),
  total: z.number(),
  /** The entries that are in the library. */
  done: z.number(),
  startedAt: Moment,
})
export type StartedImport = z.output<typeof StartedImport>

export const importCalls = {
  importEntries: defineCall({
    method: 'POST',
    path: 'library/import',
    access: 'library:write',
    effect: 'write',
    summary:
      'Brings in up to 500 entries of an import, all or none. Those that are in already are skipped, so a batch may be sent again.',
    input: z
      .object({
        attempt: ImportAttempt,
        /** Of the file. */
        name: Name,
        /** The entries of the whole import. */
        total: Place,
        /** The place of the first entry. Beyond those that are in, nothing is brought in. */
        from: Place,
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
    /** `done`: the entries that are in; the next batch begins there. */
    answer: z.extend(Success, { done: z.number() }),
    errors: [
      'not_found',
      'import_undone',
      'too_many_attempts',
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
    effect: 'read',
    summary: 'Imports that have not come to their end, and those that ended within the last day.',
    input: NoInput,
    answer: z.object({ imports: z.array(StartedImport) }),
    errors: [],
  }),
  undoImport: defineCall({
    method: 'POST',
    path: 'library/undo-import',
    access: 'library:write',
    effect: 'write',
    summary:
      'Deletes for good what an import has brought in, but not what was edited or shared since. A late batch of it is refused.',
    input: z.object({ attempt: ImportAttempt }),
    answer: Success,
    errors: ['too_many_attempts'],
  }),
}
