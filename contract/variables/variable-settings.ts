import type { PromptEdit } from '#contract/prompts.ts'
import type { VariableSetting } from './variable-schemas.ts'
import { variableNames } from './variables.ts'

export type { VariableSetting }

/** The settings that apply to a body: at most one for each of its variables, in the order of the text. */
export function settingsFor(body: string, settings: readonly VariableSetting[]): VariableSetting[] {
  if (settings.length === 0) return []
  const byName = settingsByName(settings)
  return variableNames(body).flatMap((name) => byName.get(name) ?? [])
}

/** Removes the settings of variables that an edit's body does not have. */
export function trimEdit(edit: PromptEdit): PromptEdit {
  return { ...edit, variables: settingsFor(edit.prompt, edit.variables ?? []) }
}

export function settingsByName(
  settings: readonly VariableSetting[],
): ReadonlyMap<string, VariableSetting> {
  return new Map(settings.map((setting) => [setting.name, setting]))
}
