import { splitPreview } from '#contract/library/preview.ts'
import { parse } from '#contract/variables/variables.ts'
import { findFolded } from '#web/library/find-folded.ts'
import type { Mark } from './rank-names.ts'

/** A part of an excerpt, with the matches in it. */
export type ExcerptPart = {
  from: number
  text: string
  isVariable: boolean
  marks: readonly Mark[]
}

/** Characters shown before the first match. */
const before = 24
const most = 160

/** Returns the line of a hit around the first match, or the preview if the server returned no line. */
export function excerptOf(
  { line, preview }: { line?: string | undefined; preview: string },
  search: string,
): ExcerptPart[] {
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

/** Finds the words of a search in a text. */
export function marksOfWords(text: string, search: string): Mark[] {
  return findFolded(text, wordsOf(search))
}

/** Splits a line at variables. It has no markup, so the grammar finds them. */
function splitLine(line: string): Part[] {
  return parse(line).map((segment) =>
    segment.kind === 'variable'
      ? { from: segment.from, text: segment.name, isVariable: true }
      : { from: segment.from, text: segment.source, isVariable: false },
  )
}

type Part = Omit<ExcerptPart, 'marks'>

/** Returns a part from shortly before its match. Without a match, it keeps its end if the match follows. */
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
