import type { Value } from '#contract/variables/value-schemas.ts'

/** Characters of a run's values that are read for its line in a list. */
export const firstValuesLength = 1_000
/** Values in a line, and characters of a name or a value. */
const mostValues = 3
const longest = 60

const text = String.raw`"((?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*)`
const pair = new RegExp(`\\{"name":${text}","value":${text}`, 'g')

/** Reads the first values from the beginning of their JSON, which may end anywhere. Long ones are shortened. */
export function readFirstValues(json: string | null): Value[] {
  return Array.from((json ?? '').slice(0, firstValuesLength).matchAll(pair).take(mostValues)).map(
    ([, name = '', value = '']) => ({ name: shorten(name), value: shorten(value) }),
  )
}

function shorten(escaped: string): string {
  const characters = Array.from(JSON.parse(`"${escaped}"`) as string)
  return characters.length > longest
    ? `${characters.slice(0, longest).join('')}…`
    : characters.join('')
}
