import Papa from 'papaparse'
import { collect, type Collection } from './collect.ts'
import type { ColumnChoice, Format, Table, TextFile } from './format.ts'

/** prompts.chat's, Notion's, or any table of which a column holds prompts. */
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

function readTable(file: TextFile, collection: Collection, asked: ColumnChoice | undefined): void {
  const { add, tell, tables } = collection
  const rows = parseRows(file, tell)
  const [first] = rows
  if (!first) return
  const { choice: guess, isSure } = guessColumns(rows.map(({ cells }) => cells))
  const choice = asked ?? guess
  const headings = choice.hasHeadings ? first.cells : first.cells.map(() => '')
  const entries = choice.hasHeadings ? rows.slice(1) : rows
  tables.push({ ...describe(file, headings, entries), choice, isSure } satisfies Table)
  if (choice.prompt >= headings.length || entries.length === 0) {
    tell('csv_no_prompt_column', file.path)
    return
  }
  for (const { cells, line } of entries) {
    const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
    const others = choice.others
      .filter((at) => cell(at).trim() !== '')
      .map((at) => `${headings[at] || at + 1}: ${cell(at)}`)
    add({
      file: file.path,
      line,
      ...(cell(choice.name).trim() !== '' && { name: cell(choice.name) }),
      text: cell(choice.prompt),
      notes: [cell(choice.notes), others.join('\n')].filter((part) => part !== '').join('\n\n'),
      folders: cell(choice.folder)
        .split('/')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
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

/** The rows that are not empty, each with the line that it begins on. */
function parseRows({ path, text }: TextFile, tell: Collection['tell']): Row[] {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const [, named] = /^sep=(.)\n/.exec(lines) ?? []
  const rows: Row[] = []
  let line = named === undefined ? 1 : 2
  Papa.parse<string[]>(named === undefined ? lines : lines.slice(6), {
    newline: '\n',
    delimiter: named ?? delimiterOf(lines),
    step: ({ data: cells, errors }) => {
      if (errors.length > 0) tell('csv_broken', path, { line })
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line })
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0)
    },
  })
  return rows
}

/** What separates the cells of the first row. Semicolons are German Excel's. */
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

/** Headings by what they are for, the likeliest first; in English and German. */
export const fieldNames = {
  prompt:
    /^(?:prompts?|prompt[ _-]?(?:text|body|content|template)|content|text|raw|body|template|snippet|instructions?|message|plain ?text|inhalt|vorlage)$/i,
  name: /^(?:act|title|name|prompt[ _-]?(?:name|title)|label|subject|command|trigger|abbreviation|titel|bezeichnung)$/i,
  notes: /^(?:notes?|description|comments?|notiz(?:en)?|beschreibung|kommentare?)$/i,
  folder: /^(?:folders?|path|categor(?:y|ies)|collections?|groups?|ordner|kategorien?|gruppen?)$/i,
}
/** prompts.chat's, which say nothing about a prompt on a shelf. */
export const ignored = /^(?:for_devs|type)$/i

/** Which column is what, by its heading; otherwise the one with the longest texts is the prompt. */
export function guessColumns(rows: readonly string[][]): {
  choice: ColumnChoice
  isSure: boolean
} {
  const first = rows[0] ?? []
  const headings = first.map((cell) => cell.trim())
  const columnOf = (pattern: RegExp, ...taken: (number | null)[]) => {
    const at = headings.findIndex((heading, at) => pattern.test(heading) && !taken.includes(at))
    return at === -1 ? null : at
  }
  const byHeading = columnOf(fieldNames.prompt)
  const isTable = rows.length > 1
  const hasHeadings = isTable && looksLikeHeadings(headings, rows.slice(1))
  const prompt =
    (hasHeadings ? byHeading : null) ?? longestColumn(hasHeadings ? rows.slice(1) : rows)
  const name = hasHeadings ? columnOf(fieldNames.name, prompt) : beforeOf(rows, prompt)
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

const rowsWeighed = 200
/** No sentence, and nothing to fill in. */
const label = /^[^.!?{}\n]{1,40}$/

/** Whether a first row names the columns: by a name that we know, or as labels above far longer texts. */
function looksLikeHeadings(first: readonly string[], others: readonly string[][]): boolean {
  if (first.some((cell) => Object.values(fieldNames).some((name) => name.test(cell)))) return true
  const at = longestColumn(others)
  const weighed = others.slice(0, rowsWeighed)
  const length = weighed.reduce((sum, cells) => sum + (cells[at] ?? '').length, 0) / weighed.length
  return first.every((cell) => label.test(cell)) && length > 4 * (first[at] ?? '').length
}

function longestColumn(rows: readonly string[][]): number {
  const lengths: number[] = []
  for (const cells of rows.slice(0, rowsWeighed)) {
    for (const [at, cell] of cells.entries()) lengths[at] = (lengths[at] ?? 0) + cell.length
  }
  const longest = Math.max(0, ...lengths)
  return Math.max(0, lengths.indexOf(longest))
}

/** Without headings, a first column of short texts is the name. */
function beforeOf(rows: readonly string[][], prompt: number): number | null {
  const isShort = rows.slice(0, rowsWeighed).every(([cell = '']) => cell.length <= 80)
  return prompt > 0 && isShort ? 0 : null
}
