import type { PromptEdit } from '#contract/prompts.ts'
import type { VariableSetting } from './variable-schemas.ts'
import { variableNames } from './variables.ts'

export type { VariableSetting }

/**
 * What a variable may be. `text`: a line or two. `long`: a block of its own. `choice`: one of `options`.
 * `switch`: one of two texts, such as an optional section. `literal`: no variable, copied as it is written.
 */
export const variableKinds = [
  'text',
  'long',
  'choice',
  'number',
  'date',
  'switch',
  'literal',
] as const
export type VariableKind = (typeof variableKinds)[number]

/** An unknown kind is treated as `text`. */
export function kindOf(setting: VariableSetting | undefined): VariableKind {
  return variableKinds.find((kind) => kind === setting?.kind) ?? 'text'
}

/** The settings that a body has a use for: one for each of its variables at most, in the order of the text. */
export function settingsFor(body: string, settings: readonly VariableSetting[]): VariableSetting[] {
  if (settings.length === 0) return []
  const byName = settingsByName(settings)
  return variableNames(body).flatMap((name) => byName.get(name) ?? [])
}

/** An edit with settings of its own variables only. */
export function trimEdit(edit: PromptEdit): PromptEdit {
  return { ...edit, variables: settingsFor(edit.prompt, edit.variables ?? []) }
}

export function settingsByName(
  settings: readonly VariableSetting[],
): ReadonlyMap<string, VariableSetting> {
  return new Map(settings.map((setting) => [setting.name, setting]))
}
