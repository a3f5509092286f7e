// oxlint-disable-next-line no-control-regex
const controls = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/**
 * The text, safe for a terminal: characters that would control it, or reverse the order of letters, are made visible.
 * Line endings and tabs stay.
 */
export function showControls(text: string): string {
  return text.replaceAll(controls, show)
}

/** The text on one line without control characters, for lists and messages. */
export function toOneLine(text: string): string {
  return showControls(text.replaceAll('\r\n', '\n')).replaceAll(/[\n\t\u2028\u2029]/g, show)
}

/** A symbol for a control character, such as ␛; a number for others. */
function show(character: string): string {
  const code = character.charCodeAt(0)
  if (character === '\t') return ' '
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** The approximate width of a text on a terminal: wide letters and emoji take two columns, marks none. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (/\p{M}|\u200D|\uFE0F/u.test(character)) continue
    columns += isWide.test(character) ? 2 : 1
  }
  return columns
}

const isWide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u

/** Cuts a text to columns of a terminal, with an ellipsis. */
export function cutToColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let cut = ''
  let used = 0
  for (const character of text) {
    used += columnsOf(character)
    if (used > columns - 1) break
    cut += character
  }
  return columns > 0 ? `${cut}…` : ''
}

/** Cuts a text with styles to columns of a terminal. Styles take no columns, and each open style is closed. */
export function cutStyled(text: string, columns: number): string {
  let left = columns
  return text
    .split(style)
    .map((part, at) => {
      // Styles are at odd indexes.
      if (at % 2 === 1) return part
      const cut = cutToColumns(part, left)
      left -= columnsOf(cut)
      return cut
    })
    .join('')
}

// oxlint-disable-next-line no-control-regex
const style = /(\u001B\[\d+m)/

/** Rows of columns: aligned for a terminal of this width; separated by tabs for programs. */
export function formatRows(
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string {
  if (width === undefined) return rows.map((row) => `${row.map(toOneLine).join('\t')}\n`).join('')
  const shown = rows.map((row) => row.map(toOneLine))
  const widths: number[] = []
  for (const row of shown) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell))
  }
  return shown
    .map((row) => {
      const line = row
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - columnsOf(cell)))
        .join('  ')
      return `${cutToColumns(line.trimEnd(), width)}\n`
    })
    .join('')
}
