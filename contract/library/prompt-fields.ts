import * as z from 'zod/mini'
import { isBodyTooLong, longestStored } from '#contract/variables/body-length.ts'
import { limits } from '#contract/core/limits.ts'
import { Value, ValueSet } from '#contract/variables/value-schemas.ts'
import { VariableSetting, VariableSettings } from '#contract/variables/variable-schemas.ts'
import { GivenId, GivenShortName } from '#contract/core/answers.ts'
import {
  code,
  Color,
  Flag,
  Moment,
  multilineText,
  Name,
  ShortName,
} from '#contract/core/schemas.ts'

type PromptField = {
  /** The schema in answers. */
  answer: z.ZodMiniType
  /** Which answers include it: cards, whole prompts or both. */
  on: 'card' | 'whole' | 'both'
  /**
   * How it is stored. `versioned`: versions contain it, and its size counts; `counted`: its size counts; `small`: a
   * column of its row, whose size does not count; `derived`: not part of a whole prompt.
   */
  stored: 'versioned' | 'counted' | 'small' | 'derived'
  /** The schema in requests, if the user edits the field. */
  input?: z.ZodMiniType
  /** False: not part of a library file. */
  file?: false
}

/**
 * Every field of a prompt. Answers, inputs, the form and its check for changes, the check for a repeated change, the
 * columns, the counted storage, the trash, versions, and the files of exports and imports derive from this table.
 * While servers of two versions run side by side, a client receives answers of both. A field that is added later
 * therefore has a default in `answer` (`z._default`), is optional in `input`, where missing means unchanged, and has a
 * column with a default. An unknown word would make a whole list unreadable: use the extensible enum in `answers.ts`.
 */
export const promptFields = {
  id: { answer: GivenId, on: 'both', stored: 'small' },
  name: { answer: z.string(), on: 'both', stored: 'versioned', input: Name },
  /** Its short name: `review` for `/review`. Unique in an account; null for none. */
  shortName: {
    answer: z._default(z.nullable(GivenShortName), null),
    on: 'both',
    stored: 'small',
    input: z.optional(z.nullable(ShortName)),
  },
  /** When people and assistants should use it. */
  whenToUse: {
    answer: z._default(z.nullable(z.string()), null),
    on: 'whole',
    stored: 'versioned',
    input: z.optional(z.nullable(multilineText(limits.whenToUseLength, 'when_to_use_too_long'))),
  },
  color: { answer: z.string(), on: 'both', stored: 'small', input: Color },
  notes: {
    answer: z._default(z.nullable(z.string()), null),
    on: 'whole',
    stored: 'versioned',
    input: z._default(z.nullable(multilineText(limits.notesLength, 'notes_too_long')), null),
  },
  /** 0: private; 1: visible to anyone with the link. */
  isPublic: { answer: Flag, on: 'both', stored: 'small', file: false },
  /** The secret in the link of a shared prompt; null if the link is just the prompt's id. */
  shareKey: {
    answer: z._default(z.nullable(z.string()), null),
    on: 'whole',
    stored: 'small',
    file: false,
  },
  isFavourite: { answer: z._default(Flag, 0), on: 'both', stored: 'small' },
  /** When it was last copied; null for never. */
  usedAt: { answer: z._default(z.nullable(Moment), null), on: 'both', stored: 'small' },
  /** The body, in its stored form. */
  prompt: {
    answer: z.string(),
    on: 'whole',
    stored: 'versioned',
    input: multilineText(longestStored, 'prompt_too_long').check(
      z.refine((body) => !isBodyTooLong(body), code('prompt_too_long')),
    ),
  },
  /** The settings of the body's variables. An edit without them preserves those of variables still in the body. */
  variables: {
    answer: z._default(z.array(VariableSetting), []),
    on: 'whole',
    stored: 'versioned',
    input: z.optional(VariableSettings),
  },
  valueSets: { answer: z._default(z.array(ValueSet), []), on: 'whole', stored: 'counted' },
  /** The values last copied with it; empty unless the account stores them. */
  lastValues: {
    answer: z._default(z.array(Value), []),
    on: 'whole',
    stored: 'counted',
    file: false,
  },
  /** The beginning of the body, in its stored form with every variable marked up. */
  preview: { answer: z.string(), on: 'card', stored: 'derived' },
  /** The number of different variables in the body, without literal ones. */
  variableCount: { answer: z.number(), on: 'card', stored: 'derived' },
  /** Null at the root. */
  folderId: { answer: z.nullable(GivenId), on: 'whole', stored: 'small' },
  updatedAt: { answer: Moment, on: 'both', stored: 'small' },
} as const satisfies Record<string, PromptField>
