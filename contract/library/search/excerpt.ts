import { foldAtLength, foldForSearch } from './folding.ts'
import { foldWithWords, type Needles } from './needles.ts'

const longestExcerpt = 160
/** If a match is this near the beginning of its line, nothing needs to be cut off before it, even on a phone. */
const nearBeginning = 60
const shownBefore = 30

/** Characters folded at a time: most matches come early, and folding a text takes longer than searching it. */
const block = 400

type Hit = { name: string; body: string | null; notes: string | null; isScattered: boolean }
type Fold = (text: string) => string

/**
 * Returns the line of the body, otherwise of the notes, with a needle that the name does not contain; cut around it.
 */
export function findExcerpt(
  { name, body, notes, isScattered }: Hit,
  { phrase, words }: Needles,
): string | undefined {
  if (body === null) return undefined
  const needles = isScattered ? missingFrom(foldWithWords(name), words) : [phrase]
  return excerptOf(body, needles) ?? excerptOf(notes ?? '', needles)
}

function missingFrom(foldedName: string, words: readonly string[]): string[] {
  return words.filter((word) => !foldedName.includes(word))
}

function excerptOf(text: string, needles: readonly string[]): string | undefined {
  const plain = text.replaceAll('{<b>', '{').replaceAll('</b>}', '}')
  for (const fold of [foldForSearch, foldAtLength]) {
    for (const needle of needles) {
      const match = findLine(plain, needle, fold)
      if (match) return cutAround(match.line, toUnfolded(match.line, match.at, fold))
    }
  }
  return undefined
}

/** Returns the first line with a needle, and the needle's position in the folded line. */
function findLine(text: string, needle: string, fold: Fold) {
  const length = needle.includes('\n') ? text.length : block
  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    const newline = text.indexOf('\n', from + length)
    end = newline === -1 ? text.length : newline
    const lines = text.slice(from, end)
    const folded = fold(lines)
    const at = folded.indexOf(needle)
    if (at === -1) continue
    const before = folded.slice(0, at).split('\n')
    const line = lines.split('\n', before.length).at(-1) ?? ''
    return { line, at: before.at(-1)?.length ?? 0 }
  }
  return undefined
}

/** Returns the position in a line for a position in its folded form: nearby, since most letters fold to one. */
function toUnfolded(line: string, at: number, fold: Fold): number {
  const isBefore = (end: number) => fold(line.slice(0, end)).length <= at
  const near = Math.min(at, line.length)
  let [from, to] = isBefore(near) ? [near, line.length] : [0, near]
  for (let step = 1; from < to; step *= 2) {
    const middle = Math.min(from + step, Math.ceil((from + to) / 2))
    if (isBefore(middle)) from = middle
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

/** Returns the beginning of the next word, if it is near. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space !== -1 && space < from + shownBefore ? space + 1 : from
}
