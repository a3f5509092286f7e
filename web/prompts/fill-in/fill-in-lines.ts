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

/** Whether the copy may omit lines: those with only variables, and with them a blank line. */
export function canOmitLines(lines: readonly FillInLine[]): boolean {
  return lines.some((line) => hasVariable(line) && isBlankBesideVariables(line))
}

/** Returns `from` of each line that the copy omits with these texts of its variables, by the rules of `fillIn`. */
export function omittedLines(
  lines: readonly FillInLine[],
  textOfName: (name: string) => string | undefined,
): number[] {
  const omitted: number[] = []
  let isLastKeptBlank = false
  let dropsBlank = false
  for (const line of lines) {
    let hasGap = false
    let isBlank = isBlankBesideVariables(line)
    if (isBlank) {
      for (const piece of line.pieces) {
        if (piece.kind === 'text') continue
        const text = textOfName(piece.name)
        if (text === '') hasGap = true
        if (text?.trim() !== '') isBlank = false
      }
    }
    const isRemoved = isBlank && hasGap
    if (isRemoved || (isBlank && dropsBlank && !hasVariable(line))) omitted.push(line.from)
    else isLastKeptBlank = isBlank
    dropsBlank = isRemoved && isLastKeptBlank
  }
  return omitted
}

function hasVariable({ pieces }: FillInLine): boolean {
  return pieces.some(({ kind }) => kind === 'variable')
}

function isBlankBesideVariables({ pieces }: FillInLine): boolean {
  return pieces.every((piece) => piece.kind === 'variable' || piece.text.trim() === '')
}

/** Whether a variable or its value is short enough not to wrap, even on a phone. */
export function isKeptTogether(text: string): boolean {
  return text.length <= 24 && !text.includes('\n')
}
