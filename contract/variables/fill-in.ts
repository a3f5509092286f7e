import type { Value } from './value-schemas.ts'
import { kindOf, kinds, type ValueProblem, type Writing } from './kinds.ts'
import { settingsByName, type VariableSetting } from './variable-settings.ts'
import { parse, plainSource } from './variables.ts'

/**
 * Values by variable name: an option's value for a choice, digits with a decimal point for a number, ISO 8601 for a date,
 * `on` or `off` for a switch. An empty value counts as none; a missing one means the default.
 */
export type Values = ReadonlyMap<string, string>

const plainWriting: Writing = { locale: 'en-GB', today: '1970-01-01' }

/** The setting of a variable that has none. */
export const plainText: VariableSetting = { name: '', kind: 'text' }

/** The initial value of a variable. */
export function defaultValue(setting = plainText, today: string): string {
  return kinds[kindOf(setting)].begin(setting, today)
}

/**
 * Returns the text that replaces a variable; undefined if its braces stay, because it is `literal`, or empty and not to be
 * left out.
 */
export function textOf(
  setting = plainText,
  value: string | undefined,
  writing: Writing = plainWriting,
): string | undefined {
  const kind = kinds[kindOf(setting)]
  const given = value ?? kind.begin(setting, writing.today)
  if (given === '' && kind.canBeEmpty) return setting.whenEmpty === 'nothing' ? '' : undefined
  return kind.write(given, setting, writing)
}

/**
 * Returns the body with its variables replaced by their texts. Values are not parsed for variables. A line that a
 * left-out variable leaves blank is removed, with the following blank line if there is also one before it.
 */
export function fillIn(
  body: string,
  values: Values,
  settings: readonly VariableSetting[] = [],
  writing = plainWriting,
): string {
  const byName = settingsByName(settings)
  const texts = new Map<string, string | undefined>()
  const textFor = (name: string) => {
    if (!texts.has(name)) texts.set(name, textOf(byName.get(name), values.get(name), writing))
    return texts.get(name)
  }
  const lines: string[] = []
  let line = ''
  let hasGap = false
  let hasVariable = false
  let dropsBlank = false
  const endLine = () => {
    const isBlank = line.trim() === ''
    const isRemoved = isBlank && hasGap
    if (!isRemoved && !(isBlank && !hasVariable && dropsBlank)) lines.push(line)
    dropsBlank = isRemoved && lines.at(-1)?.trim() === ''
    line = ''
    hasGap = false
    hasVariable = false
  }
  for (const segment of parse(body)) {
    if (segment.kind === 'variable') {
      const text = textFor(segment.name)
      if (text === '') hasGap = true
      if (kindOf(byName.get(segment.name)) !== 'literal') hasVariable = true
      line += text ?? plainSource(segment)
      continue
    }
    for (const [at, text] of segment.source.split('\n').entries()) {
      if (at > 0) endLine()
      line += text
    }
  }
  endLine()
  return lines.join('\n')
}

/** Returns why a value is invalid, if it is. */
export function problemOf(
  setting: VariableSetting | undefined,
  value: string,
): ValueProblem | undefined {
  if (!setting) return undefined
  const { canBeEmpty, check } = kinds[kindOf(setting)]
  if (value === '') return canBeEmpty && setting.required ? 'missing' : undefined
  return check(value, setting)
}

/** Converts a text from elsewhere to a value of a variable; undefined if it does not fit. */
export function acceptedBy(setting = plainText, text: string, locale: string): string | undefined {
  const value = kinds[kindOf(setting)].accept(text, setting, locale)
  return value === undefined || problemOf(setting, value) ? undefined : value
}

/** Whether a variable still has to be filled in while it is empty: neither a switch nor optional. */
export function isGap(setting = plainText): boolean {
  if (!kinds[kindOf(setting)].canBeEmpty) return false
  return setting.whenEmpty !== 'nothing' || setting.required === true
}

/**
 * Returns a lookup of the account's own values by a variable's name. Case does not matter, but a value with the exact name
 * is preferred.
 */
export function ownValuesFrom(values: Iterable<Value>): (name: string) => string | undefined {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  for (const { name, value } of values) {
    exact.set(name, value)
    if (!folded.has(foldName(name))) folded.set(foldName(name), value)
  }
  return (name) => exact.get(name) ?? folded.get(foldName(name))
}

/** The form in which names of own values and variables are compared. */
export function foldName(name: string): string {
  return name.toLowerCase()
}
