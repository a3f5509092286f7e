import { isLongerThan, limits } from '#contract/core/limits.ts'
import {
  beginsToday,
  kindOf,
  kinds,
  type SettingField,
  type ValueProblem,
  type VariableKind,
} from '#contract/variables/kinds.ts'
import { readNumber, type DecimalMark } from '#contract/variables/numbers.ts'
import type { Rename } from '#contract/variables/renames.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'

const ownFields = new Set<string>(Object.values(kinds).flatMap(({ fields }) => fields))

/** Returns the setting of a name, plain text by default. */
export function settingOf(settings: readonly VariableSetting[], name: string): VariableSetting {
  return settings.find((setting) => setting.name === name) ?? { name, kind: 'text' }
}

/** Returns settings with one of them replaced or added. */
export function withSetting(
  settings: readonly VariableSetting[],
  next: VariableSetting,
): VariableSetting[] {
  const at = settings.findIndex(({ name }) => name === next.name)
  return at === -1 ? [...settings, next] : settings.with(at, next)
}

/** Returns settings after a rename. The previous name keeps its setting, for an undo. */
export function withNewName(
  settings: readonly VariableSetting[],
  { from, to }: Rename,
): readonly VariableSetting[] {
  const moved = settings.find(({ name }) => name === from)
  const others = settings.filter(({ name }) => name !== to)
  return moved ? [...others, { ...moved, name: to }] : others
}

/** Returns a setting with one field changed; undefined removes the field. */
export function withField<Name extends SettingField>(
  setting: VariableSetting,
  field: Name,
  value: VariableSetting[Name] | undefined,
): VariableSetting {
  const { [field]: _, ...rest } = setting
  return { ...rest, ...(value !== undefined && { [field]: value }) } as VariableSetting
}

/** Changes the kind of a setting. Fields of the previous kind stay until the save, in case it is chosen again. */
export function withKind(setting: VariableSetting, kind: VariableKind): VariableSetting {
  // The default stays if both kinds accept the same values.
  const keepsDefault = kinds[kind].accept === kinds[kindOf(setting)].accept
  return { ...(keepsDefault ? setting : withField(setting, 'default', undefined)), kind }
}

/**
 * Returns settings as they are saved: changed ones lose fields that their kind does not use, and those that only state
 * "plain text" are omitted.
 */
export function tidySettings(
  settings: readonly VariableSetting[],
  previous: readonly VariableSetting[],
): VariableSetting[] {
  const unchanged = new Set(previous.map((setting) => JSON.stringify(setting)))
  return settings.flatMap((setting) => {
    if (unchanged.has(JSON.stringify(setting))) return setting
    const next = tidy(setting)
    return next.kind === 'text' && Object.keys(next).length === 2 ? [] : next
  })
}

function tidy(setting: VariableSetting): VariableSetting {
  const kind = kindOf(setting)
  const used = new Set<string>(kinds[kind].fields)
  // An empty default is stored if the variable would otherwise start with today's date.
  const keepsEmpty = beginsToday({ name: '', kind })
  const kept = Object.entries(setting).filter(
    ([field, value]) =>
      !(ownFields.has(field) && !used.has(field)) &&
      (value !== '' || (keepsEmpty && field === 'default')),
  )
  const next = Object.fromEntries(kept) as VariableSetting
  if (!next.options) return next
  return { ...next, options: next.options.filter(({ value, label }) => value !== '' || label) }
}

const textFields = ['default', 'help', 'on', 'off'] as const
type TextField = (typeof textFields)[number]

export type SettingProblem = {
  field: 'options' | 'min' | 'max' | 'step' | TextField
  problem:
    | 'text_too_long'
    | 'label_too_long'
    | 'too_many_options'
    | 'no_options'
    | 'not_offered'
    | 'max_below_min'
    | 'step_too_small'
    | Exclude<ValueProblem, 'missing'>
}

function isTextTooLong(text = ''): boolean {
  return isLongerThan(text, limits.variableTextLength)
}

/** Returns why a setting cannot be saved; undefined if it can. */
export function settingProblem(setting: VariableSetting): SettingProblem | undefined {
  const { fields, check } = kinds[kindOf(setting)]
  const { options = [], open, min, max, step, default: start = '' } = setting
  const long = textFields.find((field) => isTextTooLong(setting[field]))
  if (long && fields.includes(long)) return { field: long, problem: 'text_too_long' }
  if (fields.includes('options')) {
    const offered = options.filter(({ value, label }) => value !== '' || label)
    if (offered.length > limits.variableOptions) {
      return { field: 'options', problem: 'too_many_options' }
    }
    if (offered.some(({ value }) => isTextTooLong(value))) {
      return { field: 'options', problem: 'text_too_long' }
    }
    if (offered.some(({ label = '' }) => isLongerThan(label, limits.variableLabelLength))) {
      return { field: 'options', problem: 'label_too_long' }
    }
    if (offered.length === 0) return { field: 'options', problem: 'no_options' }
    const isOffered = start === '' || open === true || offered.some(({ value }) => value === start)
    return isOffered ? undefined : { field: 'default', problem: 'not_offered' }
  }
  const bounds = (['min', 'max', 'step'] as const).filter((field) => fields.includes(field))
  for (const field of bounds) {
    // A draft stored as JSON has null instead of NaN.
    if (setting[field] !== undefined && !Number.isFinite(setting[field])) {
      return { field, problem: 'not_a_number' }
    }
  }
  if (bounds.length > 0) {
    if (min !== undefined && max !== undefined && max < min) {
      return { field: 'max', problem: 'max_below_min' }
    }
    if (step !== undefined && step <= 0) return { field: 'step', problem: 'step_too_small' }
  }
  const problem = start === '' ? undefined : check(start, setting)
  return problem && { field: 'default', problem }
}

/** Parses a number with this decimal mark; undefined if the text is empty, NaN if it is not a number. */
export function typedNumber(text: string, mark: DecimalMark): number | undefined {
  return text.trim() === '' ? undefined : Number(readNumber(text, mark) ?? NaN)
}
