import type { Mark } from './rank-names.ts'

/** A line of a text, and what was searched for in it. */
export type MarkedLine = { text: string; marks: readonly Mark[] }

/** Characters shown before the first hit. */
const before = 24
const most = 160

/** The part of a text around the first word of a search; its beginning where it has none of them. */
export function lineAround(text: string, search: string): MarkedLine {
  const flat = text
    .replaceAll(/<\/?b>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const first = marksOfWords(flat, search)[0]?.[0] ?? 0
  const from = first > before ? flat.indexOf(' ', first - before) + 1 : 0
  const part = (from > 0 ? '…' : '') + flat.slice(from, from + most)
  return { text: part, marks: marksOfWords(part, search) }
}

/** Where the words of a search are in a text. */
export function marksOfWords(text: string, search: string): Mark[] {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'giu')
  return [...text.normalize('NFC').matchAll(pattern)].map(({ index, 0: found }) => [
    index,
    index + found.length,
  ])
}
