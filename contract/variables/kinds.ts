import { decimalMark, isNumber, readNumber, writeNumber } from './numbers.ts'
import type { VariableSetting } from './variable-schemas.ts'

/** How values are written into the text. */
export type Writing = {
  /** BCP 47, for dates and numbers. */
  locale: string
  /** The reader's day in ISO 8601. */
  today: string
}

export type ValueProblem = 'missing' | 'not_a_number' | 'too_small' | 'too_large' | 'off_step'

/** A field of a setting. */
export type SettingField = Extract<keyof VariableSetting, string>

type Kind = {
  /** What the kind uses of a setting. */
  fields: readonly SettingField[]
  /** Whether a value may be empty: a gap in the text, or left out of it. */
  canBeEmpty: boolean
  /** The value that a variable begins with. */
  begin: (setting: VariableSetting, today: string) => string
  /** The text of a value; undefined where the braces stay. */
  write: (value: string, setting: VariableSetting, writing: Writing) => string | undefined
  /** Why a prompt should not be copied with a value that is not empty, if so. */
  check: (value: string, setting: VariableSetting) => Exclude<ValueProblem, 'missing'> | undefined
  /** The value of a text that was not written for this variable; undefined if it does not fit. */
  accept: (text: string, setting: VariableSetting, locale: string) => string | undefined
  /** How JSON Schema describes a value. */
  jsonSchema: { type: 'string' | 'number' | 'boolean'; format?: string }
  /** Types of HTML's fields for such a value. Open WebUI names its variables' types after them. */
  inputTypes: readonly string[]
}

const whereGap: readonly SettingField[] = ['help', 'required', 'whenEmpty']

/** A value is any text, copied as it is. */
const anyText = {
  canBeEmpty: true,
  begin: (setting) => setting.default ?? '',
  write: (value) => value,
  check: () => undefined,
  accept: (text) => text,
  jsonSchema: { type: 'string' },
} satisfies Partial<Kind>

/** What a variable may be, in the order in which the kinds are offered. */
export const kinds = defineKinds({
  /** A line or two. */
  text: { ...anyText, fields: ['default', ...whereGap], inputTypes: ['text'] },
  /** A block of its own. */
  long: { ...anyText, fields: ['default', ...whereGap], inputTypes: ['textarea'] },
  /** One of `options`. */
  choice: {
    ...anyText,
    fields: ['options', 'open', 'default', ...whereGap],
    accept: (text, setting) => (setting.open || isOption(setting, text) ? text : undefined),
    inputTypes: ['select'],
  },
  number: {
    ...anyText,
    fields: ['min', 'max', 'step', 'default', ...whereGap],
    write: (value, _setting, { locale }) => writeNumber(value, decimalMark(locale)),
    check: (value, { min, max, step }) => {
      const number = Number(value)
      if (!isNumber(value)) return 'not_a_number'
      if (min !== undefined && number < min) return 'too_small'
      if (max !== undefined && number > max) return 'too_large'
      if (step !== undefined && !isMultiple(number - (min ?? 0), step)) return 'off_step'
      return undefined
    },
    accept: (text, _setting, locale) => readNumber(text, decimalMark(locale)) || text,
    jsonSchema: { type: 'number' },
    inputTypes: ['number', 'range'],
  },
  date: {
    ...anyText,
    fields: ['default', 'format', ...whereGap],
    begin: ({ default: start = 'today' }, today) => (start === 'today' ? today : start),
    write: (value, { format }, { locale }) =>
      format === 'iso' || !isDay(value) ? value : longDates(locale).format(toDate(value)),
    accept: (text) => (isDay(text) ? text : undefined),
    jsonSchema: { type: 'string', format: 'date' },
    inputTypes: ['date'],
  },
  /** One of two texts, such as an optional section. */
  switch: {
    fields: ['on', 'off', 'default'],
    canBeEmpty: false,
    begin: (setting) => (setting.default === 'on' ? 'on' : 'off'),
    write: (value, { on, off }) => (value === 'on' ? on : off) ?? '',
    check: () => undefined,
    accept: () => undefined,
    jsonSchema: { type: 'boolean' },
    inputTypes: ['checkbox'],
  },
  /** No variable, copied as it is written. */
  literal: {
    fields: [],
    canBeEmpty: false,
    begin: () => '',
    write: () => undefined,
    check: () => undefined,
    accept: () => undefined,
    jsonSchema: { type: 'string' },
    inputTypes: [],
  },
})

export type VariableKind = keyof typeof kinds

function defineKinds<Name extends string>(named: Record<Name, Kind>): Record<Name, Kind> {
  return named
}

export const variableKinds = Object.keys(kinds) as VariableKind[]

/** An unknown kind is treated as `text`. */
export function kindOf(setting: VariableSetting | undefined): VariableKind {
  const kind = setting?.kind ?? 'text'
  return Object.hasOwn(kinds, kind) ? (kind as VariableKind) : 'text'
}

/** Whether a variable begins with the reader's day, which is another one tomorrow. */
export function beginsToday(setting: VariableSetting): boolean {
  const { begin } = kinds[kindOf(setting)]
  return begin(setting, '1970-01-01') !== begin(setting, '1970-01-02')
}

/** Whether a choice offers a value. */
export function isOption(setting: VariableSetting | undefined, value: string): boolean {
  return setting?.options?.some((option) => option.value === value) ?? false
}

/** Within what floating point leaves of `0.1 + 0.2`. */
function isMultiple(number: number, step: number): boolean {
  const steps = number / step
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))
}

/** Whether a text is a day of the calendar in ISO 8601. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = toDate(text)
  // February 30th would be a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
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
