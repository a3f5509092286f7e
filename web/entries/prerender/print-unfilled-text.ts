// Built for the server, which runs this for every request of a shared prompt: React's renderer would
// take 10 MB of it, and a second for a long text.
import {
  isKeptTogether,
  toFillInLines,
  type FillInPiece,
} from '#web/prompts/fill-in/fill-in-lines.ts'
import styles from '#web/prompts/fill-in/fill-in-text.module.css'

const rightToLeftMark = '\u200F'

/** A prompt's text as HTML, as `FillInText` shows it before anything is filled in. */
export function printUnfilledText(body: string): string {
  const lines = toFillInLines(body).map(
    ({ pieces, isRightToLeft }) =>
      // In one block of text, only a mark gives a line its direction.
      (isRightToLeft ? rightToLeftMark : '') + pieces.map(printPiece).join(''),
  )
  // The last line break of a block is not seen.
  return `${lines.join('\n')}${lines.at(-1) === '' ? '\n' : ''}`
}

function printPiece(piece: FillInPiece): string {
  if (piece.kind === 'text') return escapeText(piece.text)
  const isWhole = piece.isFirst && isKeptTogether(piece.name)
  const name = escapeText(piece.name)
  return `<mark${isWhole ? ` class="${styles.whole}"` : ''}><i>{</i>${name}<i>}</i></mark>`
}

/** Enough between tags. Most texts have nothing to escape, and a prompt may have thousands of them. */
function escapeText(text: string): string {
  if (!/[&<\r]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;')
}
