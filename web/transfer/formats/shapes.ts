/** Reading values of which nothing is known. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The first of some fields that is a text with anything in it. */
export function textIn(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** ISO 8601, of a date's text or of seconds or milliseconds since 1970. */
export function momentOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number'
  if (!isNumber && (typeof value !== 'string' || value === '')) return undefined
  const date = new Date(isNumber && value < 100_000_000_000 ? value * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
