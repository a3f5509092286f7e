import * as z from 'zod/mini'
import { GivenId, GivenShortName } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { Id, ShortName } from '#contract/core/schemas.ts'

/** A variable that is filled in. Long texts are cut. */
const SkillInput = z.object({
  name: z.string(),
  /** `text` without a setting. */
  kind: z.string(),
  help: z.optional(z.string()),
  /** The labels of a choice's first options. */
  options: z.optional(z.array(z.string())),
  default: z.optional(z.string()),
})
export type SkillInput = z.output<typeof SkillInput>

/** A prompt with a short name, without its text. */
export const Skill = z.object({
  id: GivenId,
  name: z.string(),
  shortName: GivenShortName,
  /** When to use it; else the first line of its notes, else its title. */
  description: z.string(),
  /** In the order of its text, at most `limits.skillInputs`. */
  inputs: z.array(SkillInput),
})
export type Skill = z.output<typeof Skill>

export const skillCalls = {
  listSkills: defineCall({
    method: 'GET',
    path: 'skills/list',
    access: 'library:read',
    within: 'search',
    summary: 'The prompts with a short name, by that name, with their inputs.',
    input: z.object({
      /** Only in this folder, at any depth. */
      folderId: z.optional(Id),
      /** Only this one. */
      shortName: z.optional(ShortName),
      /** The cursor: the short name of the last prompt of the page before. */
      after: z.optional(ShortName),
    }),
    answer: z.object({
      skills: z.array(Skill),
      /** True if there is another page. */
      hasMore: z.optional(z.boolean()),
    }),
    errors: ['not_found', 'short_name_invalid'],
  }),
}
