import { isLongerThan, limits } from '#contract/limits.ts'
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

/** The setting of a name, which is a plain text until it has one. */
export function settingOf(settings: readonly VariableSetting[], name: string): VariableSetting {
  return settings.find((setting) => setting.name === name) ?? { name, kind: 'text' }
}

/** Settings with one of them replaced, or added. */
export function withSetting(
  settings: readonly VariableSetting[],
  next: VariableSetting,
): VariableSetting[] {
  const at = settings.findIndex(({ name }) => name === next.name)
  return at === -1 ? [...settings, next] : settings.with(at, next)
}

/** Settings after a variable has got another name. The former name keeps its own, for an undo. */
export function withNewName(
  settings: readonly VariableSetting[],
  { from, to }: Rename,
): readonly VariableSetting[] {
  const moved = settings.find(({ name }) => name === from)
  const others = settings.filter(({ name }) => name !== to)
  return moved ? [...others, { ...moved, name: to }] : others
}

/** A setting with a field changed; undefined leaves the field out. */
export function withField<Name extends SettingField>(
  setting: VariableSetting,
  field: Name,
  value: VariableSetting[Name] | undefined,
): VariableSetting {
  const { [field]: _, ...rest } = setting
  return { ...rest, ...(value !== undefined && { [field]: value }) } as VariableSetting
}

/** A setting of another kind. What only the former kind uses stays until the save, for a change of mind. */
export function withKind(setting: VariableSetting, kind: VariableKind): VariableSetting {
  // What is text to both.
  const keepsDefault = kinds[kind].accept === kinds[kindOf(setting)].accept
  return { ...(keepsDefault ? setting : withField(setting, 'default', undefined)), kind }
}

/**
 * Settings as they are saved: those that were changed have no field of ours that their kind has no use for, and
 * none is a plain text without anything else.
 */
export function tidySettings(
  settings: readonly VariableSetting[],
  former: readonly VariableSetting[],
): VariableSetting[] {
  const unchanged = new Set(former.map((setting) => JSON.stringify(setting)))
  return settings.flatMap((setting) => {
    if (unchanged.has(JSON.stringify(setting))) return setting
    const next = tidy(setting)
    return next.kind === 'text' && Object.keys(next).length === 2 ? [] : next
  })
}

function tidy(setting: VariableSetting): VariableSetting {
  const kind = kindOf(setting)
  const used = new Set<string>(kinds[kind].fields)
  // An empty default is to be kept where a variable would begin with the day.
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

/** Why a setting cannot be saved, if so. */
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
    // A draft that was kept as JSON has null for what is no number.
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

/** The number that is typed, in the language with this mark; undefined for nothing, NaN for no number. */
export function typedNumber(text: string, mark: DecimalMark): number | undefined {
  return text.trim() === '' ? undefined : Number(readNumber(text, mark) ?? NaN)
}
