import { decimalMark, isNumber, writeNumber } from './numbers.ts'
import { kindOf, settingsByName, type VariableSetting } from './variable-settings.ts'
import { parse, plainSource } from './variables.ts'

/**
 * Values by the names of their variables. Of a choice, an option's value; of a number, its digits with a point; of
 * a date, ISO 8601; of a switch, `on` or `off`. An empty value is none; a missing one is the default.
 */
export type Values = ReadonlyMap<string, string>

/** How values are written into the text. */
export type Writing = {
  /** BCP 47, for dates and numbers. */
  locale: string
  /** The reader's day in ISO 8601. */
  today: string
}

const plainWriting: Writing = { locale: 'en-GB', today: '1970-01-01' }

/** The value that a variable begins with. */
export function defaultValue(setting: VariableSetting | undefined, today: string): string {
  const kind = kindOf(setting)
  if (kind === 'literal') return ''
  if (kind === 'switch') return setting?.default === 'on' ? 'on' : 'off'
  if (kind !== 'date') return setting?.default ?? ''
  const date = setting?.default ?? 'today'
  return date === 'today' ? today : date
}

/**
 * What takes the place of a variable. Undefined where its braces stay: it is empty and not to be left out, or it is
 * `literal`.
 */
export function textOf(
  setting: VariableSetting | undefined,
  value: string | undefined,
  writing: Writing = plainWriting,
): string | undefined {
  const kind = kindOf(setting)
  if (kind === 'literal') return undefined
  const given = value ?? defaultValue(setting, writing.today)
  if (kind === 'switch') return (given === 'on' ? setting?.on : setting?.off) ?? ''
  if (given === '') return setting?.whenEmpty === 'nothing' ? '' : undefined
  if (kind === 'date' && setting?.format !== 'iso') return writtenDate(given, writing.locale)
  if (kind === 'number') return writeNumber(given, decimalMark(writing.locale))
  return given
}

/** A day in the words of a language; anything else as it is. */
function writtenDate(iso: string, locale: string): string {
  return isDay(iso) ? longDates(locale).format(new Date(`${iso}T00:00:00Z`)) : iso
}

/** Whether a text is a day of the calendar in ISO 8601. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // February 30th would be a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each language: a text may hold a date a hundred times. */
function longDates(locale: string): Intl.DateTimeFormat {
  const known = dateFormats.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  dateFormats.set(locale, format)
  return format
}

/**
 * The body with its variables replaced by their texts. Values are not parsed for variables. A line goes, with its
 * line break, where a variable has left nothing on it.
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
  const endLine = () => {
    if (!hasGap || line.trim() !== '') lines.push(line)
    line = ''
    hasGap = false
  }
  for (const segment of parse(body)) {
    if (segment.kind === 'variable') {
      const text = textFor(segment.name)
      if (text === '') hasGap = true
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

export type ValueProblem = 'missing' | 'not_a_number' | 'too_small' | 'too_large' | 'off_step'

/** Why a prompt should not be copied with this value, if so. */
export function problemOf(
  setting: VariableSetting | undefined,
  value: string,
): ValueProblem | undefined {
  if (!setting) return undefined
  const kind = kindOf(setting)
  if (kind === 'literal' || kind === 'switch') return undefined
  if (value === '') return setting.required ? 'missing' : undefined
  if (kind !== 'number') return undefined
  const { min, max, step } = setting
  const number = Number(value)
  if (!isNumber(value)) return 'not_a_number'
  if (min !== undefined && number < min) return 'too_small'
  if (max !== undefined && number > max) return 'too_large'
  if (step !== undefined && !isMultiple(number - (min ?? 0), step)) return 'off_step'
  return undefined
}

/** Within what floating point leaves of `0.1 + 0.2`. */
function isMultiple(number: number, step: number): boolean {
  const steps = number / step
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))
}
