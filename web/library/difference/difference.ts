import { diffLines, diffWordsWithSpace } from 'diff'

/** A part of a text: in both versions, only in the earlier, or only in the later one. */
export type Segment = { kind: 'same' | 'removed' | 'added'; text: string }

/** Words are compared within changed lines of up to this length, in characters. */
const mostCompared = 20_000
/** After this many milliseconds, the texts count as replaced, so that no comparison blocks the page. */
const patience = { timeout: 300 }

/**
 * Compares two texts by lines, and changed lines by words. Without the added parts, the result is the earlier text;
 * without the removed ones, the later.
 */
export function differenceOf(previous: string, later: string): Segment[] {
  const lines = diffLines(previous, later, patience)
  if (lines === undefined) return replaced(previous, later)
  const segments: Segment[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    const next = lines[at + 1]
    if (line === undefined) continue
    if (line.removed && next?.added) {
      segments.push(...differenceOfWords(line.value, next.value))
      at += 1
    } else {
      segments.push({ kind: kindOf(line), text: line.value })
    }
  }
  return segments
}

function differenceOfWords(previous: string, later: string): Segment[] {
  if (previous.length + later.length > mostCompared) return replaced(previous, later)
  const words = diffWordsWithSpace(previous, later, patience)
  return (
    words?.map((part) => ({ kind: kindOf(part), text: part.value })) ?? replaced(previous, later)
  )
}

function replaced(previous: string, later: string): Segment[] {
  const segments: Segment[] = [
    { kind: 'removed', text: previous },
    { kind: 'added', text: later },
  ]
  return segments.filter(({ text }) => text !== '')
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): Segment['kind'] {
  if (added) return 'added'
  return removed ? 'removed' : 'same'
}
