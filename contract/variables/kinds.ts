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

/** Why a text is not a value of a variable. */
export type InputProblem =
  | Exclude<ValueProblem, 'missing'>
  | 'not_a_switch'
  | 'not_an_option'
  | 'not_a_day'

/** A value, or why a text is not one. */
export type ReadValue = { value: string } | { problem: InputProblem }

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
  /** Reads a value as programs and people type it. */
  read: (typed: string, setting: VariableSetting, writing: Writing) => ReadValue
  /** The JSON Schema of a value. */
  jsonSchema: { type: 'string' | 'number' | 'boolean'; format?: string }
  /** The matching HTML input types, which Open WebUI uses as variable types. */
  inputTypes: readonly string[]
}

const switches: Record<string, 'on' | 'off'> = {
  on: 'on',
  yes: 'on',
  an: 'on',
  ja: 'on',
  true: 'on',
  1: 'on',
  off: 'off',
  no: 'off',
  aus: 'off',
  nein: 'off',
  false: 'off',
  0: 'off',
}

const todays: ReadonlySet<string> = new Set(['today', 'heute'])

/** `24.12.2026` in ISO 8601. Any other text is unchanged. */
function fromGermanDay(text: string): string {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const whereGap: readonly SettingField[] = ['help', 'required', 'whenEmpty']

/** Accepts any text as a value, and copies it unchanged. */
const anyText = {
  canBeEmpty: true,
  begin: (setting) => setting.default ?? '',
  write: (value) => value,
  check: () => undefined,
  accept: (text) => text,
  read: (value) => ({ value }),
  jsonSchema: { type: 'string' },
} satisfies Partial<Kind>

/** The kinds of variables, in the order in which they are offered. */
export const kinds = defineKinds({
  /** A line or two. */
  text: { ...anyText, fields: ['default', ...whereGap], inputTypes: ['text'] },
  /** A block. */
  long: { ...anyText, fields: ['default', ...whereGap], inputTypes: ['textarea'] },
  /** One of `options`. */
  choice: {
    ...anyText,
    fields: ['options', 'open', 'default', ...whereGap],
    accept: (text, setting) => (setting.open || isOption(setting, text) ? text : undefined),
    read: trimmed((text, setting) => {
      const value = findOption(setting, text) ?? (setting.open ? text : undefined)
      return value === undefined ? { problem: 'not_an_option' } : { value }
    }),
    inputTypes: ['select'],
  },
  number: {
    ...anyText,
    fields: ['min', 'max', 'step', 'default', ...whereGap],
    write: (value, _setting, { locale }) => writeNumber(value, decimalMark(locale)),
    check: checkNumber,
    accept: (text, _setting, locale) => readNumber(text, decimalMark(locale)) || text,
    read: trimmed((text, setting, { locale }) => {
      const value = readNumber(text, decimalMark(locale)) ?? text
      const problem = checkNumber(value, setting)
      return problem ? { problem } : { value }
    }),
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
    read: trimmed((text, _setting, { today }) => {
      const value = todays.has(text.toLowerCase()) ? today : fromGermanDay(text)
      return isDay(value) ? { value } : { problem: 'not_a_day' }
    }),
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
    read: trimmed((text) => {
      const value = switches[text.toLowerCase()]
      return value ? { value } : { problem: 'not_a_switch' }
    }),
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
    read: anyText.read,
    jsonSchema: { type: 'string' },
    inputTypes: [],
  },
})

export type VariableKind = keyof typeof kinds

function defineKinds<Name extends string>(named: Record<Name, Kind>): Record<Name, Kind> {
  return named
}

/** Reads a text without leading and trailing space. An empty one is not a value. */
function trimmed(read: Kind['read']): Kind['read'] {
  return (typed, ...rest) => {
    const text = typed.trim()
    return text === '' ? { value: '' } : read(text, ...rest)
  }
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

function findOption({ options = [] }: VariableSetting, text: string): string | undefined {
  const folded = text.toLowerCase()
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ value }) => value.toLowerCase() === folded) ??
    options.find(({ label }) => label?.toLowerCase() === folded)
  return found?.value
}

function checkNumber(value: string, { min, max, step }: VariableSetting) {
  const number = Number(value)
  if (!isNumber(value)) return 'not_a_number'
  if (min !== undefined && number < min) return 'too_small'
  if (max !== undefined && number > max) return 'too_large'
  if (step !== undefined && !isMultiple(number - (min ?? 0), step)) return 'off_step'
  return undefined
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
