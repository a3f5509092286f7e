import { columnsOf, cutToColumns, toOneLine } from '#cli/terminal/show-text.ts'
import type { Key } from '#cli/terminal/screen.ts'

/** A text that is being typed. `at` is the cursor, in UTF-16 units. */
export type Line = { text: string; at: number }

export function toLine(text: string): Line {
  return { text, at: text.length }
}

/** Edits a text with a key like shells do; undefined if the key does not edit. */
export function editLine(
  { text, at }: Line,
  { name, ctrl, meta, text: typed }: Key,
): Line | undefined {
  const before = text.slice(0, at)
  const after = text.slice(at)
  const left = at - (characterBefore(before)?.length ?? 0)
  const right = at + (characterAfter(after)?.length ?? 0)
  if (typed !== '') return { text: before + typed + after, at: at + typed.length }
  if (name === 'backspace' || (ctrl && name === 'h'))
    return { text: text.slice(0, left) + after, at: left }
  if (name === 'delete') return { text: before + text.slice(right), at }
  if (name === 'left' || (ctrl && name === 'b')) return { text, at: left }
  if (name === 'right' || (ctrl && name === 'f')) return { text, at: right }
  if (name === 'home' || (ctrl && name === 'a')) return { text, at: 0 }
  if (name === 'end' || (ctrl && name === 'e')) return { text, at: text.length }
  if (ctrl && name === 'u') return { text: after, at: 0 }
  if (ctrl && name === 'k') return { text: before, at }
  if (ctrl && name === 'w') {
    const kept = before.replace(/\S+\s*$/, '')
    return { text: kept + after, at: kept.length }
  }
  if (name === 'enter' || (meta && name === 'return')) {
    // Ctrl+J and Alt+Enter.
    return { text: `${before}\n${after}`, at: at + 1 }
  }
  return undefined
}

/** A user-perceived character, such as an emoji of several code points. */
const characters = new Intl.Segmenter()

function characterBefore(text: string): string | undefined {
  // Longer ones do not occur in any script.
  const near = text.slice(-40)
  return [...characters.segment(near)].at(-1)?.segment
}

function characterAfter(text: string): string | undefined {
  return characters.segment(text.slice(0, 40))[Symbol.iterator]().next().value?.segment
}

/** The label before the input, cut so that half of the terminal is left for the input. */
export function cutLabel(label: string, columns: number): string {
  return cutToColumns(toOneLine(label), Math.floor(columns / 2))
}

/** The part of a text around its cursor that fits the columns, on one line, and the column of the cursor in it. */
export function showLine({ text, at }: Line, columns: number): { shown: string; column: number } {
  // Slightly more than fits is enough.
  let before = toOneLine(text.slice(Math.max(0, at - 2 * columns), at))
  const after = toOneLine(text.slice(at, at + 2 * columns))
  const room = Math.max(1, columns - 2)
  const isCut = columnsOf(before) > room - 1 || at > 2 * columns
  while (columnsOf(before) > room - 1 && before !== '') before = [...before].slice(1).join('')
  const start = isCut ? '…' : ''
  return { shown: start + before + after, column: columnsOf(start + before) }
}
