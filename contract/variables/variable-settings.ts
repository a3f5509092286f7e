import type { VariableSetting } from './variable-schemas.ts'
import { variableNames } from './variables.ts'

export type { VariableSetting }

/** The settings that apply to a body: at most one for each of its variables, in the order of the text. */
export function settingsFor(body: string, settings: readonly VariableSetting[]): VariableSetting[] {
  if (settings.length === 0) return []
  const byName = settingsByName(settings)
  return variableNames(body).flatMap((name) => byName.get(name) ?? [])
}

export function settingsByName(
  settings: readonly VariableSetting[],
): ReadonlyMap<string, VariableSetting> {
  return new Map(settings.map((setting) => [setting.name, setting]))
}
