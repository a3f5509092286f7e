import * as z from 'zod/mini'
import { kindOf } from '#contract/variables/kinds.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { namedVariables } from '#contract/variables/variable-edits.ts'
import { toPlainText, toStoredForm } from '#contract/variables/variables.ts'
import type { FilePrompt } from '#contract/transfer/library-file.ts'
import { settingsOf } from './input-schema.ts'

/**
 * Our own Markdown uses `name`, `description`, `input` and `{{name}}` as other tools do. This field of its front matter has
 * what they cannot express.
 */
export const ownFields = 'promptshelf'

/** Variable syntax of a body: `{{name}}` for `double`, `{name}` for `plain`, and our database form for `stored`. */
const writings = ['double', 'plain', 'stored'] as const
export type Writing = (typeof writings)[number]

/** The fields below `promptshelf` that describe how to read the rest of the file. */
export const Own = z.looseObject({
  writing: z.catch(z.enum(writings), 'plain'),
  /** Variable names by their keys in the text and in `input`. */
  names: z.catch(z.record(z.string(), z.string()), {}),
  /** Variables that look like code. */
  named: z.catch(z.array(z.string()), []),
  notes: z.optional(z.nullable(z.string())),
  /** Settings that `input` cannot express in full. */
  variables: z.catch(z.array(z.unknown()), []),
})
export type Own = z.output<typeof Own>

/** Keys below `promptshelf` of fields written unchanged. The other fields are in the text, in `input` or in the path. */
export const words = {
  shortName: 'shortName',
  whenToUse: 'whenToUse',
  color: 'color',
  usedAt: 'used',
  createdAt: 'created',
  updatedAt: 'updated',
  valueSets: 'valueSets',
} as const satisfies Record<
  Exclude<
    keyof FilePrompt,
    'id' | 'folderId' | 'name' | 'prompt' | 'notes' | 'variables' | 'isFavourite'
  >,
  string
>

/** Whether notes fit the one-line description that other tools show. */
export function isDescription(notes: string | null): boolean {
  if (notes === null || notes === '' || notes.length > 300) return false
  return notes.trim() === notes && !/[\n\r]/.test(notes)
}

/** Writes a body as in the editor, or in its stored form if that is ambiguous. `named` are variables that look like code. */
export function writeBody(body: string): { writing: Writing; named: string[]; text: string } {
  const text = toPlainText(body)
  const named = [...namedVariables(body)]
  // A variable may be stored with or without markup.
  const isPlain = toStoredForm(text, new Set(named)) === toStoredForm(body)
  if (isPlain) return { writing: 'plain', named, text }
  return { writing: 'stored', named: [], text: body }
}

/** The variables of a file: their settings, the invalid ones, and the body in its stored form. */
export type OwnText = { settings: VariableSetting[]; unusable: unknown[]; body: string }

/** Reads a body and the settings of its variables. `input` is that of the front matter, with scalars as texts. */
export function readOwnText(own: Own, input: unknown, text: string): OwnText {
  const settings = renameAll(settingsOf(input), new Map(Object.entries(own.names)))
  const unusable: unknown[] = []
  for (const given of own.variables) {
    const setting = z.safeParse(VariableSetting, given)
    if (setting.success) settings.push(setting.data)
    else unusable.push(given)
  }
  return { settings, unusable, body: readBody(own, text, settings) }
}

function readBody(
  { writing, names, named }: Own,
  text: string,
  settings: readonly VariableSetting[],
): string {
  if (writing === 'stored') return text
  if (writing === 'plain') return toStoredForm(text, new Set(named))
  const literals = settings.filter((setting) => kindOf(setting) === 'literal')
  return readDouble(text, new Map(Object.entries(names)), new Set(literals.map(({ name }) => name)))
}

/** Reads a body in which `{{name}}` is a variable. */
export function readDouble(
  text: string,
  names: ReadonlyMap<string, string>,
  literals: ReadonlySet<string>,
): string {
  return text.replaceAll(
    /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g,
    (source, key?: string, name?: string) => {
      if (key !== undefined) return `{<b>${names.get(key) ?? key}</b>}`
      return literals.has(name ?? '') ? `{<b>${name}</b>}` : source
    },
  )
}

export function renameAll(
  settings: readonly VariableSetting[],
  names: ReadonlyMap<string, string>,
): VariableSetting[] {
  return settings.map((setting) => ({ ...setting, name: names.get(setting.name) ?? setting.name }))
}
