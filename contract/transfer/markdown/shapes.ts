/** An object whose fields have unknown types. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the first of some fields that is a non-blank string. */
export function textIn(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** Converts a date string, or seconds or milliseconds since 1970, to ISO 8601. */
export function momentOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number'
  if (!isNumber && (typeof value !== 'string' || value === '')) return undefined
  const date = new Date(isNumber && value < 100_000_000_000 ? value * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
