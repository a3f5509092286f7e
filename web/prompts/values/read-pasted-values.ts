import Papa from 'papaparse'
import { findInput, readValue, type Input } from '#contract/variables/inputs.ts'
import type { Writing } from '#contract/variables/kinds.ts'

/** What a pasted text contains. */
export type PastedValues = {
  /** By the names of variables. */
  values: Map<string, string>
  /** Variables with texts that are not values of theirs. */
  unfit: string[]
  /** Names that are not variables of the prompt. */
  unknown: string[]
}

type Pair = {
  /** A name; undefined for the next variable. */
  name: string | undefined
  text: string
  /** BCP 47; undefined for the user's. */
  locale?: string
}

/** More rows of a table are ignored. */
const mostRows = 1_000

/**
 * Reads the values of a prompt's variables from JSON or a table, such as cells copied from a spreadsheet. Names are in
 * the first row or column; without them, values follow the order of the variables. Of several objects or rows, the first
 * counts. Returns undefined for invalid JSON.
 *
 * @param text of bounded length
 */
export function readPastedValues(
  text: string,
  inputs: readonly Input[],
  writing: Writing,
): PastedValues | undefined {
  const pairs = readPairs(withoutFence(text.trim()), inputs)
  if (pairs === undefined) return undefined
  const found: PastedValues = { values: new Map(), unfit: [], unknown: [] }
  for (const [at, { name, text: given, locale = writing.locale }] of pairs.entries()) {
    const input = name === undefined ? inputs[at] : findInput(inputs, name)
    if (!input) {
      found.unknown.push(name ?? given)
      continue
    }
    const read = readValue(input.setting, given, { ...writing, locale })
    if ('problem' in read) found.unfit.push(input.name)
    else if (!found.values.has(input.name)) found.values.set(input.name, read.value)
  }
  return found
}

/** Models answer with JSON in a code block. */
function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text
  return text.slice(text.indexOf('\n') + 1, -3)
}

function readPairs(text: string, inputs: readonly Input[]): Pair[] | undefined {
  if (!/^[{[]/.test(text)) return readTable(text, inputs)
  try {
    return readJson(JSON.parse(text))
  } catch {
    // Cells may begin with a bracket, too.
    return text.includes('\t') ? readTable(text, inputs) : undefined
  }
}

function readJson(json: unknown): Pair[] {
  if (Array.isArray(json)) {
    const [first] = json as unknown[]
    return isObject(first) ? readJson(first) : json.flatMap((value) => toPair(undefined, value))
  }
  return isObject(json) ? Object.entries(json).flatMap(([name, value]) => toPair(name, value)) : []
}

function toPair(name: string | undefined, value: unknown): Pair[] {
  if (value === null) return name === undefined ? [{ name, text: '' }] : []
  if (typeof value === 'string') return [{ name, text: value }]
  if (typeof value === 'number') return [{ name, text: String(value), locale: 'en' }]
  const isList = Array.isArray(value) && !value.some((item) => typeof item === 'object')
  return [{ name, text: isList ? value.join(', ') : JSON.stringify(value, null, 2) }]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readTable(text: string, inputs: readonly Input[]): Pair[] {
  if (text === '') return []
  const { data } = Papa.parse<string[]>(text, {
    delimiter: text.includes('\t') ? '\t' : '',
    preview: mostRows,
    skipEmptyLines: true,
  })
  const [first = [], second] = data
  const countNames = (cells: readonly string[]) =>
    cells.filter((cell) => findInput(inputs, cell) !== undefined).length
  const inRow = countNames(first)
  const isInColumn = first.length === 2 && countNames(data.map(([name = '']) => name)) > inRow
  if (isInColumn) return data.map(([name = '', value = '']) => ({ name, text: value }))
  if (second && inRow > 0) return first.map((name, at) => ({ name, text: second[at] ?? '' }))
  return first.map((value) => ({ name: undefined, text: value }))
}
