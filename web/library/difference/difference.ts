import { diffLines, diffWordsWithSpace } from 'diff'

/** A run of a text: in both, only in the former, or only in the later one. */
export type Run = { kind: 'same' | 'removed' | 'added'; text: string }

/** Words are compared within changed lines of up to this length, in characters. */
const mostCompared = 20_000
/** Then the rest counts as changed as a whole, so that no text holds up the page. */
const patience = { timeout: 300 }

/**
 * How one text became another: by lines, and within changed lines by words. Without the added runs it is the former,
 * without the removed ones the later.
 */
export function differenceOf(former: string, later: string): Run[] {
  const lines = diffLines(former, later, patience)
  if (lines === undefined) return replaced(former, later)
  const runs: Run[] = []
  for (let at = 0; at < lines.length; at++) {
    const change = lines[at]
    const next = lines[at + 1]
    if (change === undefined) continue
    if (change.removed && next?.added) {
      runs.push(...differenceOfWords(change.value, next.value))
      at += 1
    } else {
      runs.push({ kind: kindOf(change), text: change.value })
    }
  }
  return runs
}

function differenceOfWords(former: string, later: string): Run[] {
  if (former.length + later.length > mostCompared) return replaced(former, later)
  const words = diffWordsWithSpace(former, later, patience)
  return (
    words?.map((change) => ({ kind: kindOf(change), text: change.value })) ??
    replaced(former, later)
  )
}

function replaced(former: string, later: string): Run[] {
  const runs: Run[] = [
    { kind: 'removed', text: former },
    { kind: 'added', text: later },
  ]
  return runs.filter(({ text }) => text !== '')
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): Run['kind'] {
  if (added) return 'added'
  return removed ? 'removed' : 'same'
}
