import { fieldEnd, foldForSearch } from '#contract/search.ts'
import { toPlainText } from '#contract/variables/variables.ts'

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

/** Whether the index of trigrams can find a text. */
export function hasTrigrams(folded: string): boolean {
  return Array.from(folded).length >= 3
}

/**
 * The words of a folded query, to be found in any order. None where the query is one word, or where no word is long
 * enough for the index.
 */
export function toWords(folded: string): string[] {
  const words = [...new Set(folded.split(/\s+/).filter((word) => word !== ''))]
  return words.length > 1 && words.some(hasTrigrams) ? words : []
}

/**
 * An FTS5 query for rows that contain all trigrams of folded texts of three characters or more. Of more than
 * `most` trigrams, it asks for those that look rarest.
 */
export function toTrigramQuery(texts: readonly string[], most: number): string {
  const trigrams = new Set<string>()
  for (const text of texts) {
    const characters = Array.from(text)
    for (let at = 0; at + 3 <= characters.length; at++) {
      trigrams.add(characters.slice(at, at + 3).join(''))
    }
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
