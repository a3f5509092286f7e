import { kindOf } from '#contract/variables/kinds.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { parse, plainSource, toPlainText } from '#contract/variables/variables.ts'

/**
 * `from` distinguishes a piece from its siblings. `isFirst`: the variable is typed here, and only repeated
 * elsewhere.
 */
export type FillInPiece =
  | { kind: 'text'; from: number; text: string }
  | { kind: 'variable'; from: number; name: string; isFirst: boolean }

export type FillInLine = { from: number; pieces: FillInPiece[]; isRightToLeft?: true }

const noSettings: ReadonlyMap<string, VariableSetting> = new Map()

/**
 * Splits a body into lines and their pieces: typing into one line moves the others, but does not make the browser
 * lay them out again. A line with only variables has the direction of the whole prompt.
 */
export function toFillInLines(body: string, settings = noSettings): FillInLine[] {
  const seen = new Set<string>()
  let line: FillInLine = { from: 0, pieces: [] }
  const lines = [line]
  for (const segment of parse(body)) {
    let { from } = segment
    if (segment.kind === 'variable') {
      const { name } = segment
      if (kindOf(settings.get(name)) === 'literal') {
        line.pieces.push({ kind: 'text', from, text: plainSource(segment) })
        continue
      }
      line.pieces.push({ kind: 'variable', from, name, isFirst: !seen.has(name) })
      seen.add(name)
      continue
    }
    for (const [at, text] of segment.source.split('\n').entries()) {
      if (at > 0) {
        line = { from, pieces: [] }
        lines.push(line)
      }
      if (text !== '') line.pieces.push({ kind: 'text', from, text })
      from += text.length + 1
    }
  }
  if (rightToLeft.test(body)) {
    const isOfPrompt = isRightToLeft(toPlainText(body))
    for (const line of lines) {
      const text = textIn(line)
      const isOfLine = /\p{L}/u.test(text) ? isRightToLeft(text) : isOfPrompt
      if (line.pieces.length > 0 && isOfLine) line.isRightToLeft = true
    }
  }
  return lines
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Decides by the first letter, as `dir="auto"` does. */
function isRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '')
}

/** Returns the text of a line without its variables. */
function textIn({ pieces }: FillInLine): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
}

/** Whether a line contains only variables, and so is omitted when all of them are empty. */
export function isRemovable(line: FillInLine): boolean {
  return line.pieces.some(({ kind }) => kind === 'variable') && textIn(line).trim() === ''
}

/** Whether a removable line is omitted with these texts of its variables. */
export function isRemoved(
  line: FillInLine,
  textOfName: (name: string) => string | undefined,
): boolean {
  const texts = line.pieces.flatMap((piece) =>
    piece.kind === 'variable' ? [textOfName(piece.name)] : [],
  )
  return texts.includes('') && texts.every((text) => text?.trim() === '')
}

/** Whether a variable or its value is short enough not to wrap, even on a phone. */
export function isKeptTogether(text: string): boolean {
  return text.length <= 24 && !text.includes('\n')
}
