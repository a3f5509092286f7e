import { fieldEnd, foldForSearch } from '#contract/search.ts'
import { toPlainText } from '#contract/variables.ts'

/** The text that a search compares: name, body without markup, and notes, folded. */
export function toSearchText(prompt: {
  name: string
  prompt: string
  notes?: string | null | undefined
}): string {
  return [prompt.name, toPlainText(prompt.prompt), prompt.notes ?? '']
    .map(foldForSearch)
    .join(fieldEnd)
}

/** The most frequent folded characters of English and German, in this order. */
const frequentCharacters = ' EATIRSNOLCUDHMPGFBYWKV'

/**
 * An FTS5 query for rows that contain all trigrams of a folded text of three characters or more. Of more than
 * `most` trigrams, it asks for those that look rarest.
 */
export function toTrigramQuery(folded: string, most: number): string {
  const characters = Array.from(folded)
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= characters.length; at++) {
    trigrams.add(characters.slice(at, at + 3).join(''))
  }
  return [...trigrams]
    .toSorted((one, other) => rarity(other) - rarity(one))
    .slice(0, most)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}

function rarity(trigram: string): number {
  const ranks = Array.from(trigram, (character) => {
    const rank = frequentCharacters.indexOf(character)
    return rank === -1 ? frequentCharacters.length : rank
  })
  return ranks.reduce((sum, rank) => sum + rank, 0)
}

/** A LIKE pattern for texts that contain `text` literally. */
export function toContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
