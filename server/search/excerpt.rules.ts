import { foldAtLength, foldForSearch } from '#contract/search/folding.ts'
import { foldWithWords, type Needles } from '#server/search/search.rules.ts'

const longestExcerpt = 160
/** A match this near the beginning of its line needs nothing cut off before it, even on a phone. */
const nearBeginning = 60
const shownBefore = 30

type Hit = { name: string; body: string | null; notes: string | null; isScattered: boolean }
type Fold = (text: string) => string

/** Returns the line of the body, or else of the notes, with a needle that the name lacks; cut around it. */
export function findExcerpt(
  { name, body, notes, isScattered }: Hit,
  { phrase, words }: Needles,
): string | undefined {
  if (body === null) return undefined
  const foldedName = foldWithWords(name)
  const sought = isScattered ? words.filter((word) => !foldedName.includes(word)) : [phrase]
  return excerptOf(body, sought) ?? excerptOf(notes ?? '', sought)
}

function excerptOf(text: string, needles: readonly string[]): string | undefined {
  const lines = text.replaceAll('{<b>', '{').replaceAll('</b>}', '}').split('\n')
  for (const fold of [foldForSearch, foldAtLength]) {
    const folded: string[] = []
    for (const needle of needles) {
      const height = needle.split('\n').length
      // Line by line, since most matches come early, and folding a text takes longer than searching it.
      for (const [index, line] of lines.entries()) {
        const rows = lines.slice(index, index + height)
        const window = rows.map((row, n) => (folded[index + n] ??= fold(row))).join('\n')
        const at = window.indexOf(needle)
        if (at !== -1) return cutAround(line, toUnfolded(line, at, fold))
      }
    }
  }
  return undefined
}

/** Returns the place in a line that a place in its folded form comes from. */
function toUnfolded(line: string, at: number, fold: Fold): number {
  let [from, to] = [0, line.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if (fold(line.slice(0, middle)).length <= at) from = middle
    else to = middle - 1
  }
  return from
}

function cutAround(line: string, at: number): string {
  const text = line.trim()
  const place = at - (line.length - line.trimStart().length)
  const from = place <= nearBeginning ? 0 : wordStart(text, place - shownBefore)
  const to = Math.min(text.length, from + longestExcerpt)
  const cut = text.slice(from, to).toWellFormed().trim()
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`
}

/** Returns the beginning of the next word, if that is near. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space !== -1 && space < from + shownBefore ? space + 1 : from
}
