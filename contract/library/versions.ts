import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { Id, Moment, Name, Success, VersionNumber } from '#contract/core/schemas.ts'
import { VersionTexts } from './prompts.ts'

/** A version of a prompt, without its texts. */
export const PromptVersion = z.object({
  /** Counts up from 1 for each prompt. */
  number: z.number(),
  /** The prompt's name in this version. */
  name: z.string(),
  /** When it was written. */
  writtenAt: Moment,
  /** The owner's label. Labelled versions are not pruned. */
  label: z.nullable(z.string()),
})
export type PromptVersion = z.output<typeof PromptVersion>

const numberInQuery = z.union([
  VersionNumber,
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
])

export const versionCalls = {
  listVersions: defineCall({
    method: 'GET',
    path: 'versions/list',
    access: 'library:read',
    summary: 'The previous versions of a prompt, newest first.',
    input: z.object({ promptId: Id }),
    answer: z.object({ versions: z.array(PromptVersion) }),
    errors: ['not_found'],
  }),
  getVersion: defineCall({
    method: 'GET',
    path: 'versions/get',
    access: 'library:read',
    summary:
      'The texts of a former version. To restore it, update the prompt with them, and with its number as `fromVersion`.',
    input: z.object({ promptId: Id, number: numberInQuery }),
    answer: z.object({ version: VersionTexts }),
    errors: ['not_found'],
  }),
  labelVersion: defineCall({
    method: 'POST',
    path: 'versions/label',
    access: 'library:write',
    summary: 'Sets or removes the label of a previous version.',
    input: z.object({ promptId: Id, number: VersionNumber, label: z.nullable(Name) }),
    answer: Success,
    errors: ['not_found', 'version_limit_reached', 'storage_full'],
  }),
  deleteVersions: defineCall({
    method: 'POST',
    path: 'versions/delete',
    access: 'library:write',
    summary: 'Permanently deletes all previous versions of a prompt.',
    input: z.object({ promptId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
}
