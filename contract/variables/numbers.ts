/**
 * Number formats. A value is stored with a decimal point, without groups, and with the digits as typed ("-1500.50"), so that
 * it round-trips in every language. Users type and see it in their language's format.
 */

/** The decimal separator. */
export type DecimalMark = '.' | ','

/** The maximum characters of a number, to bound the time of matching. */
const longest = 100

const plain = /^([+-]?)(\d*)(?:[.,](\d*))?$/
/** Groups of three digits with one separator, and another separator before the fraction. */
const grouped =
  /^([+-]?)([1-9]\d{0,2}([ '’.,\u00A0\u2009\u202F])\d{3}(?:\3\d{3})*)(?:(?!\3)[.,](\d*))?$/
const stored = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

const marks = new Map<string, DecimalMark>()

/** The decimal separator of a locale in BCP 47. */
export function decimalMark(locale: string): DecimalMark {
  const known = marks.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const mark = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
  marks.set(locale, mark)
  return mark
}

/**
 * Parses a number as typed; undefined if it is not one. Accepts both comma and point as separators: only "1.500" and
 * "1,500" are ambiguous, and depend on the language.
 */
export function readNumber(typed: string, mark: DecimalMark): string | undefined {
  const text = typed.trim().replace('\u2212', '-')
  if (text.length > longest) return undefined
  const [, sign = '', digits = '', group, fraction] = grouped.exec(text) ?? []
  const isOneGroup = fraction === undefined && digits.length < 8
  if (group !== undefined && !(group === mark && isOneGroup)) {
    return toValue(sign, digits.replaceAll(/\D/g, ''), fraction)
  }
  const [, plainSign = '', whole = '', part] = plain.exec(text) ?? []
  return whole === '' && !part ? undefined : toValue(plainSign, whole, part)
}

function toValue(sign: string, whole: string, fraction: string | undefined): string {
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Formats a value with a decimal separator, without groups. Returns other texts unchanged. */
export function writeNumber(value: string, mark: DecimalMark): string {
  return isNumber(value) ? value.replace('.', mark) : value
}

/** Whether a value is a number. */
export function isNumber(value: string): boolean {
  return stored.test(value.trim())
}

type Steps = { min?: number | undefined; max?: number | undefined; step?: number | undefined }

/**
 * Returns the value one step up (1) or down (-1), within its limits; the same value at a limit. An empty value counts as 0.
 * Returns other texts unchanged.
 */
export function stepNumber(value: string, direction: 1 | -1, { min, max, step }: Steps): string {
  if (value !== '' && !isNumber(value)) return value
  const from = Number(value)
  const base = min ?? 0
  const size = step ?? 1
  const places = (from - base) / size
  // Tolerates floating-point errors such as that of `0.1 + 0.2`.
  const near = Math.abs(places - Math.round(places)) < 1e-9 ? Math.round(places) : places
  const onSteps = (count: number) => base + count * size
  const next =
    step === undefined
      ? from + direction
      : onSteps(direction === 1 ? Math.floor(near) + 1 : Math.ceil(near) - 1)
  const highest =
    max === undefined || step === undefined
      ? (max ?? Infinity)
      : onSteps(Math.floor((max - base) / size + 1e-9))
  const limited = Math.max(min ?? -Infinity, Math.min(highest, next))
  const isBack = value !== '' && (limited - from) * direction <= 0
  return isBack ? value : plainDigits.format(limited)
}

/** Formats without exponents, and rounds off floating-point errors. */
const plainDigits = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 15,
})
