/** Rows as aligned columns, below their titles. Numbers are right-aligned. */
export function toTable(titles: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [titles, ...rows].map((row) => row.map(String))
  const widths = titles.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  return cells.map((row, index) => toLine(row, widths, rows[index - 1])).join('\n')
}

function toLine(
  row: readonly string[],
  widths: readonly number[],
  values: readonly (string | number)[] | undefined,
): string {
  const padded = row.map((cell, column) => {
    const width = widths[column] ?? 0
    return typeof values?.[column] === 'number' ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}

/** Names and values, one per line. */
export function toList(
  entries: readonly (readonly [name: string, value: string | number])[],
): string {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** A time to the minute, in UTC; a dash: never. */
export function toMinute(time: number | null): string {
  return time === null ? '-' : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

export function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

export function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A size with one decimal below 10, such as 71 GB. */
export function toSize(bytes: number): string {
  const power = Math.min(4, Math.max(2, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const amount = bytes / 1000 ** power
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${['MB', 'GB', 'TB'][power - 2]}`
}

/** Other people's texts, without characters that would affect a terminal. */
export function toPlain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
