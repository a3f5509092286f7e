import { toRarest, trigramsOf } from '#contract/library/search/needles.ts'

/** An FTS5 query for rows that may contain all needles: those with the `most` trigrams that look rarest. */
export function toTrigramQuery(needles: readonly string[], most: number): string {
  return toRarest(needles.flatMap(trigramsOf), most)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}

/** Returns a LIKE pattern for texts that contain `text` literally. */
export function toContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Escapes the special characters of SQLite's GLOB. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[*?[]/g, '[$&]')
}
