import Papa from 'papaparse'
import { collect, paragraphs, type Collection } from './collect.ts'
import { foldersOf } from './paths.ts'
import type { ColumnChoice, Format, Table, TextFile } from './format.ts'

/** Tables with a column of prompts, such as those of prompts.chat and Notion. */
export const csv: Format = {
  id: 'csv',
  detect: (files) => files.filter(({ path }) => /\.(?:csv|tsv)$/i.test(path)),
  read(files, options) {
    const collection = collect('csv', options)
    for (const file of files) readTable(file, collection, options.columns?.[file.path])
    return collection.result()
  },
}

const sampleRows = 5
const sampleCell = 200

function readTable(
  file: TextFile,
  collection: Collection,
  requested: ColumnChoice | undefined,
): void {
  const { add, report, tables } = collection
  const rows = parseRows(file, report)
  const [first] = rows
  if (!first) return
  const { choice: guess, isSure } = guessColumns(rows.map(({ cells }) => cells))
  const choice = requested ?? guess
  const headings = choice.hasHeadings ? first.cells : first.cells.map(() => '')
  const entries = choice.hasHeadings ? rows.slice(1) : rows
  tables.push({ ...describe(file, headings, entries), choice, isSure } satisfies Table)
  if (choice.prompt >= headings.length || entries.length === 0) {
    report('csv_no_prompt_column', file.path)
    return
  }
  const command = headings.findIndex((heading) => fieldNames.command.test(heading.trim()))
  for (const { cells, line } of entries) {
    const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
    const others = choice.others
      .filter((at) => cell(at).trim() !== '')
      .map((at) => `${headings[at] || at + 1}: ${cell(at)}`)
    add({
      file: file.path,
      line,
      ...(cell(choice.name).trim() !== '' && { name: cell(choice.name) }),
      command: cells[command],
      text: cell(choice.prompt),
      notes: paragraphs(cell(choice.notes), others.join('\n')),
      folders: [
        ...foldersOf(file.path),
        ...cell(choice.folder)
          .split('/')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      ],
    })
  }
}

function describe({ path }: TextFile, headings: string[], entries: readonly Row[]) {
  const sample = entries
    .slice(0, sampleRows)
    .map(({ cells }) => cells.map((cell) => cell.slice(0, sampleCell)))
  return { path, headings, sample, rowCount: entries.length }
}

type Row = { cells: string[]; line: number }

/** Returns non-empty rows, each with the number of its first line. */
function parseRows({ path, text }: TextFile, report: Collection['report']): Row[] {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const [, named] = /^sep=(.)\n/.exec(lines) ?? []
  const rows: Row[] = []
  let line = named === undefined ? 1 : 2
  Papa.parse<string[]>(named === undefined ? lines : lines.slice(6), {
    newline: '\n',
    delimiter: named ?? delimiterOf(lines),
    step: ({ data: cells, errors }) => {
      if (errors.length > 0) report('csv_broken', path, { line })
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line })
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0)
    },
  })
  return rows
}

/** Guesses the delimiter from the first row. German Excel writes semicolons. */
function delimiterOf(text: string): string {
  const firstRow = /^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(text.slice(0, 100_000))?.[0] ?? ''
  const bare = firstRow.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counted = [',', ';', '\t', '|'].map((mark) => [mark, bare.split(mark).length] as const)
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ','
}

function lineBreaks(cell: string): number {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++
  return count
}

/** Headings by purpose, in English and German, likeliest first. */
export const fieldNames = {
  prompt:
    /^(?:prompts?|prompt[ _-]?(?:text|body|content|template)|content|text|raw|body|template|snippet|instructions?|message|plain ?text|inhalt|vorlage)$/i,
  name: /^(?:act|title|name|prompt[ _-]?(?:name|title)|label|subject|command|trigger|abbreviation|titel|bezeichnung)$/i,
  command: /^(?:command|trigger|keyword|abbreviation|short[ _-]?name|kurzname)$/i,
  notes: /^(?:notes?|description|comments?|notiz(?:en)?|beschreibung|kommentare?)$/i,
  folder: /^(?:folders?|path|categor(?:y|ies)|collections?|groups?|ordner|kategorien?|gruppen?)$/i,
}
/** Columns of prompts.chat that mean nothing in a library. */
export const ignored = /^(?:for_devs|type)$/i

/** Guesses the columns by their headings. Without headings, the column with the longest texts holds the prompts. */
export function guessColumns(rows: readonly string[][]): {
  choice: ColumnChoice
  isSure: boolean
} {
  const first = rows[0] ?? []
  const headings = first.map((cell) => cell.trim())
  const columnOf = (pattern: RegExp, ...used: (number | null)[]) => {
    const at = headings.findIndex((heading, at) => pattern.test(heading) && !used.includes(at))
    return at === -1 ? null : at
  }
  const byHeading = columnOf(fieldNames.prompt)
  const isTable = rows.length > 1
  const hasHeadings = isTable && looksLikeHeadings(headings, rows.slice(1))
  const prompt =
    (hasHeadings ? byHeading : null) ?? longestColumn(hasHeadings ? rows.slice(1) : rows)
  const name = hasHeadings ? columnOf(fieldNames.name, prompt) : nameColumnBefore(rows, prompt)
  const notes = hasHeadings ? columnOf(fieldNames.notes, prompt, name) : null
  const folder = hasHeadings ? columnOf(fieldNames.folder, prompt, name, notes) : null
  const others = headings
    .map((_heading, at) => at)
    .filter((at) => ![prompt, name, notes, folder].includes(at))
    .filter((at) => !hasHeadings || !ignored.test(headings[at] ?? ''))
  return {
    choice: { hasHeadings, prompt, name, notes, folder, others },
    isSure: hasHeadings && byHeading !== null,
  }
}

/** Rows read to compare the length of columns. */
const rowsSampled = 200
/** A short text without sentences or variables. */
const label = /^[^.!?{}\n]{1,40}$/

/** Whether a first row has headings: a known one, or only labels above much longer texts. */
function looksLikeHeadings(first: readonly string[], others: readonly string[][]): boolean {
  if (first.some((cell) => Object.values(fieldNames).some((name) => name.test(cell)))) return true
  const at = longestColumn(others)
  const sampled = others.slice(0, rowsSampled)
  const length = sampled.reduce((sum, cells) => sum + (cells[at] ?? '').length, 0) / sampled.length
  return first.every((cell) => label.test(cell)) && length > 4 * (first[at] ?? '').length
}

function longestColumn(rows: readonly string[][]): number {
  const lengths: number[] = []
  for (const cells of rows.slice(0, rowsSampled)) {
    for (const [at, cell] of cells.entries()) lengths[at] = (lengths[at] ?? 0) + cell.length
  }
  const longest = Math.max(0, ...lengths)
  return Math.max(0, lengths.indexOf(longest))
}

/** Without headings, a first column of short texts holds the names. */
function nameColumnBefore(rows: readonly string[][], prompt: number): number | null {
  const isShort = rows.slice(0, rowsSampled).every(([cell = '']) => cell.length <= 80)
  return prompt > 0 && isShort ? 0 : null
}
