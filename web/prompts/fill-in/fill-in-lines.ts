import { parse, toPlainText } from '#contract/variables.ts'

/** `from` tells a piece from its siblings. `isFirst`: where the variable is typed, not only seen. */
export type FillInPiece =
  | { kind: 'text'; from: number; text: string }
  | { kind: 'variable'; from: number; name: string; isFirst: boolean }

/** `isRightToLeft`: only where the line itself does not tell. */
export type FillInLine = { from: number; pieces: FillInPiece[]; isRightToLeft?: true }

/**
 * A body as the pieces of its lines: what is typed into one line moves the others, but does not make
 * the browser lay them out again. A line of variables alone has the direction of the prompt.
 */
export function toFillInLines(body: string): FillInLine[] {
  const seen = new Set<string>()
  let line: FillInLine = { from: 0, pieces: [] }
  const lines = [line]
  for (const segment of parse(body)) {
    let { from } = segment
    if (segment.kind === 'variable') {
      const { name } = segment
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
  if (isRightToLeft(body)) {
    for (const line of lines)
      if (line.pieces.length > 0 && !hasLetter(line)) line.isRightToLeft = true
  }
  return lines
}

/** By its first letter, as `dir="auto"` goes. */
function isRightToLeft(body: string): boolean {
  const letter = /\p{L}/u.exec(toPlainText(body))?.[0] ?? ''
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(
    letter,
  )
}

function hasLetter({ pieces }: FillInLine): boolean {
  return pieces.some((piece) => piece.kind === 'text' && /\p{L}/u.test(piece.text))
}

/** Whether a variable or its value is short enough to stay in one piece on a line, of a phone too. */
export function isKeptTogether(text: string): boolean {
  return text.length <= 24 && !text.includes('\n')
}
