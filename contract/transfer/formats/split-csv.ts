/** A row of a table. `line` counts from 1; `isBroken`: a quote in it does not end where it should. */
export type CsvRow = { cells: string[]; line: number; isBroken: boolean }

/**
 * Splits a table into rows, in linear time (RFC 4180). What a broken quote makes unclear is kept as text.
 *
 * @param text with line ends as `\n`
 * @param firstLine the number of its first line
 */
export function* splitCsv(text: string, delimiter: string, firstLine = 1): Generator<CsvRow> {
  // Some tools put blanks behind a closing quote.
  const blank = delimiter === ' ' ? undefined : ' '
  let line = firstLine
  let at = 0
  let row: CsvRow = { cells: [], line, isBroken: false }
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted() : readPlain()
    row.cells.push(cell)
    const isEnd = text[at] === '\n' || at >= text.length
    at++
    if (!isEnd) {
      // A delimiter before the end of the text has an empty cell behind it.
      if (at < text.length) continue
      row.cells.push('')
    }
    for (const each of row.cells) line += each.split('\n').length - 1
    line++
    yield row
    row = { cells: [], line, isBroken: false }
  }

  function readPlain(): string {
    const from = at
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++
    return text.slice(from, at)
  }

  function readQuoted(): string {
    let cell = ''
    for (let from = at + 1; ;) {
      const quote = text.indexOf('"', from)
      if (quote === -1) {
        row.isBroken = true
        cell += text.slice(from)
        at = text.length
        return cell
      }
      cell += text.slice(from, quote)
      let next = quote + 1
      while (text[next] === blank) next++
      if (next >= text.length || text[next] === delimiter || text[next] === '\n') {
        at = next
        return cell
      }
      if (text[quote + 1] !== '"') row.isBroken = true
      cell += '"'
      from = quote + (text[quote + 1] === '"' ? 2 : 1)
    }
  }
}
