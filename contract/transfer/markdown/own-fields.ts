import * as z from 'zod/mini'
import { kindOf } from '#contract/variables/kinds.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { settingsOf } from './input-schema.ts'

/**
 * Our own Markdown uses `name`, `description`, `input` and `{{name}}` as other tools do. This field of its front matter has
 * what they cannot express.
 */
export const ownFields = 'promptshelf'

/** Variable syntax of a body: `{{name}}` for `double`, `{name}` for `plain`, and our database form for `stored`. */
const writings = ['double', 'plain', 'stored'] as const
export type Writing = (typeof writings)[number]

/** The fields below `promptshelf` that say how to read the rest of the file. */
export const Own = z.looseObject({
  writing: z.catch(z.enum(writings), 'plain'),
  /** Variable names by their keys in the text and in `input`. */
  names: z.catch(z.record(z.string(), z.string()), {}),
  /** Variables that look like code. */
  named: z.catch(z.array(z.string()), []),
  notes: z.optional(z.nullable(z.string())),
  favourite: z.catch(z.boolean(), false),
  /** Settings that `input` cannot express in full. */
  variables: z.catch(z.array(z.unknown()), []),
})
export type Own = z.output<typeof Own>

/** Whether notes fit the one-line description that other tools show. */
export function isDescription(notes: string): boolean {
  return notes.length <= 300 && notes.trim() === notes && notes !== '' && !/[\n\r]/.test(notes)
}

/** What a file says of its variables: their settings, those that are unusable, and the body in its stored form. */
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
