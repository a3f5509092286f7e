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
  /** The fields of a setting that the kind uses. */
  fields: readonly SettingField[]
  /** Whether a value may be empty: a gap in the text, or left out of it. */
  canBeEmpty: boolean
  /** Returns the initial value of a variable. */
  begin: (setting: VariableSetting, today: string) => string
  /** Returns the text of a value; undefined if the braces stay. */
  write: (value: string, setting: VariableSetting, writing: Writing) => string | undefined
  /** Returns why a value that is not empty is invalid, if it is. */
  check: (value: string, setting: VariableSetting) => Exclude<ValueProblem, 'missing'> | undefined
  /** Converts a text from elsewhere to a value; undefined if it does not fit. */
  accept: (text: string, setting: VariableSetting, locale: string) => string | undefined
  /** The JSON Schema of a value. */
  jsonSchema: { type: 'string' | 'number' | 'boolean'; format?: string }
  /** The matching HTML input types, which Open WebUI uses as variable types. */
  inputTypes: readonly string[]
}

const whereGap: readonly SettingField[] = ['help', 'required', 'whenEmpty']

/** Accepts any text as a value, and copies it unchanged. */
const anyText = {
  canBeEmpty: true,
  begin: (setting) => setting.default ?? '',
  write: (value) => value,
  check: () => undefined,
  accept: (text) => text,
  jsonSchema: { type: 'string' },
} satisfies Partial<Kind>

/** The kinds of variables, in the order in which they are offered. */
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
  /** Not a variable: copied with its braces. */
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

/** Whether a variable's initial value is the current day. */
export function beginsToday(setting: VariableSetting): boolean {
  const { begin } = kinds[kindOf(setting)]
  return begin(setting, '1970-01-01') !== begin(setting, '1970-01-02')
}

/** Whether a choice offers a value. */
export function isOption(setting: VariableSetting | undefined, value: string): boolean {
  return setting?.options?.some((option) => option.value === value) ?? false
}

/** Tolerates floating-point errors such as that of `0.1 + 0.2`. */
function isMultiple(number: number, step: number): boolean {
  const steps = number / step
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))
}

/** Whether a text is a day of the calendar in ISO 8601. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = toDate(text)
  // `Date` turns February 30th into a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Cached by language, because formatters are slow to create and a text may have a hundred dates. */
function longDates(locale: string): Intl.DateTimeFormat {
  const known = dateFormats.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  dateFormats.set(locale, format)
  return format
}
