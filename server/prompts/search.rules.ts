import { fieldEnd, foldForSearch } from '#contract/search.ts'
import { toPlainText } from '#contract/variables.ts'

/** The text that a prompt is found by: its name, its body as a reader sees it and its notes. */
export function toSearchText(prompt: {
  name: string
  prompt: string
  notes?: string | null | undefined
}): string {
  return [prompt.name, toPlainText(prompt.prompt), prompt.notes ?? '']
    .map(foldForSearch)
    .join(fieldEnd)
}

/** Each is a list over all libraries to go through; more of them would hardly narrow the search. */
const maxTrigrams = 8

/**
 * An FTS5 query for rows that contain all trigrams of a folded text of three characters or more, or
 * as many of them as are worth asking for, spread over the text.
 */
export function toTrigramQuery(folded: string): string {
  const characters = Array.from(folded)
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= characters.length; at++) {
    trigrams.add(characters.slice(at, at + 3).join(''))
  }
  const all = [...trigrams]
  const step = Math.max(1, all.length / maxTrigrams)
  return Array.from(
    { length: Math.min(all.length, maxTrigrams) },
    (_, index) => all[Math.floor(index * step)],
  )
    .map((trigram) => `"${trigram?.replaceAll('"', '""')}"`)
    .join(' AND ')
}

/** A LIKE pattern for texts that contain a text, whatever characters it has. */
export function toContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
