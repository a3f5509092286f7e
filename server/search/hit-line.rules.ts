import { foldAtLength, foldForSearch } from '#contract/search/folding.ts'
import { isInName, type Needles } from '#server/search/search.rules.ts'

const longestLine = 160
/** A hit so near the beginning is seen from there, and another with some text before it: a phone shows few letters. */
const nearBeginning = 60
const shownBefore = 30

type Hit = { name: string; body: string | null; notes: string | null; isScattered: boolean }

/** The line of the body, or else of the notes, that contains a needle which the name lacks; cut around it. */
export function findLine(
  { name, body, notes, isScattered }: Hit,
  { phrase, words }: Needles,
): string | undefined {
  const lacking = words.filter((word) => !isInName(name, word))
  const sought = isScattered ? lacking : [phrase]
  for (const text of [body, notes]) {
    const line = findLineIn(text ?? '', sought.flat())
    if (line !== undefined) return line
  }
  return undefined
}

function findLineIn(text: string, forms: readonly string[]): string | undefined {
  const plain = text.replaceAll('{<b>', '{').replaceAll('</b>}', '}')
  for (const fold of [foldForSearch, foldAtLength]) {
    const folded = fold(plain)
    const at = forms.map((form) => folded.indexOf(form)).find((place) => place !== -1)
    if (at === undefined) continue
    const before = folded.slice(0, at).split('\n')
    const line = plain.split('\n', before.length).at(-1) ?? ''
    return cutAround(line, beforeFolding(line, before.at(-1)?.length ?? 0, fold))
  }
  return undefined
}

/** The place in a line that a place in its folded form comes from. */
function beforeFolding(line: string, at: number, fold: (text: string) => string): number {
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
  const to = Math.min(text.length, from + longestLine)
  const cut = text.slice(from, to).toWellFormed().trim()
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`
}

/** The beginning of the next word, if that is near. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space !== -1 && space < from + shownBefore ? space + 1 : from
}
