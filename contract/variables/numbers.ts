/**
 * The spellings of a number. Its value is stored with a point and without groups ("-1500.50"), its digits as they were
 * typed, so that it comes back the same in every language. Typed and written it is as a language does.
 */

/** What stands before the fraction: a point, or a comma. */
export type DecimalMark = '.' | ','

/** No number that is meant has more characters. */
const longest = 100

const plain = /^([+-]?)(\d*)(?:[.,](\d*))?$/
/** Three digits a group, all groups set apart by the same character, and the fraction by another. */
const grouped =
  /^([+-]?)([1-9]\d{0,2}([ '’.,\u00A0\u2009\u202F])\d{3}(?:\3\d{3})*)(?:(?!\3)[.,](\d*))?$/
const stored = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

const marks = new Map<string, DecimalMark>()

/** The mark of a language, given as BCP 47. */
export function decimalMark(locale: string): DecimalMark {
  const known = marks.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const mark = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
  marks.set(locale, mark)
  return mark
}

/**
 * The value of a number as it is typed; undefined for what is no number. Comma and point are both read: only "1.500"
 * and "1,500" depend on the language, to which one of them is a group.
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

/** A value as a language writes it, without groups. What is no number stays as it is. */
export function writeNumber(value: string, mark: DecimalMark): string {
  return isNumber(value) ? value.replace('.', mark) : value
}

/** Whether a value is a number. */
export function isNumber(value: string): boolean {
  return stored.test(value.trim())
}

type Steps = { min?: number | undefined; max?: number | undefined; step?: number | undefined }

/**
 * The value one step up (1) or down (-1), within its limits and on its steps; the same value at an end. Nothing counts
 * as 0. What is no number stays as it is.
 */
export function stepNumber(value: string, direction: 1 | -1, { min, max, step }: Steps): string {
  if (value !== '' && !isNumber(value)) return value
  const from = Number(value)
  const base = min ?? 0
  const size = step ?? 1
  const places = (from - base) / size
  // Within what floating point leaves of `0.1 + 0.2`.
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

/** Without exponents, and without what floating point leaves. */
const plainDigits = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 15,
})
