import { splitPreview } from '#contract/preview.ts'
import { parse } from '#contract/variables/variables.ts'
import { findFolded } from '#web/library/find-folded.ts'
import type { Mark } from './rank-names.ts'

/** A part of a line, and what was searched for in it. */
export type LinePart = { from: number; text: string; isVariable: boolean; marks: readonly Mark[] }

/** Characters shown before the first hit. */
const before = 24
const most = 160

/** The line of a hit around the first word of a search; the beginning of its preview where the server named none. */
export function lineAround(
  { line, preview }: { line?: string | undefined; preview: string },
  search: string,
): LinePart[] {
  const words = wordsOf(search)
  const source = line === undefined ? splitPreview(preview) : splitLine(line)
  const parts = source.map(({ from, text, isVariable }) => {
    const flat = text.replaceAll(/\s+/g, ' ')
    return { from, text: isVariable ? flat.trim() : flat, isVariable }
  })
  const hit = parts.findIndex(({ text }) => findFolded(text, words).length > 0)
  const shown = hit > 0 && lengthOf(parts.slice(0, hit)) > before ? parts.slice(hit - 1) : parts
  const [first, ...rest] = shown
  if (!first) return []
  return cut([{ ...first, text: beginning(first, words, shown !== parts) }, ...rest]).map(
    (part) => ({ ...part, marks: findFolded(part.text, words) }),
  )
}

/** Where the words of a search are in a text. */
export function marksOfWords(text: string, search: string): Mark[] {
  return findFolded(text, wordsOf(search))
}

/** A line has no markup: its variables are what the grammar takes for one. */
function splitLine(line: string): Part[] {
  return parse(line).map((segment) =>
    segment.kind === 'variable'
      ? { from: segment.from, text: segment.name, isVariable: true }
      : { from: segment.from, text: segment.source, isVariable: false },
  )
}

type Part = Omit<LinePart, 'marks'>

/** The first part from shortly before its hit on; without one, its end where another part follows for that. */
function beginning({ text, isVariable }: Part, words: string[], isFollowed: boolean): string {
  if (isVariable) return text
  const hit = findFolded(text, words)[0]?.[0] ?? (isFollowed ? text.length : 0)
  if (hit <= before) return text.trimStart()
  return `…${text.slice(text.indexOf(' ', hit - before) + 1)}`
}

function cut(parts: Part[]): Part[] {
  let left = most
  return parts.flatMap((part) => {
    if (left <= 0) return []
    const text = part.text.slice(0, left)
    left -= text.length
    return [{ ...part, text }]
  })
}

function lengthOf(parts: Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0)
}

function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== '')
}
