import type { TextFile } from '#contract/transfer/formats/format.ts'

type JsonResult = { value: unknown } | { line?: number }

/** Caches results, since several formats parse the same file. */
const read = new WeakMap<TextFile, JsonResult>()

/** Returns the parsed value of a file, or undefined if it is not JSON. */
export function jsonOf(file: TextFile): unknown {
  const result = readJson(file)
  return 'value' in result ? result.value : undefined
}

/** Parses a file as JSON or JSON lines. Returns the line of an error where the browser reports one. */
export function readJson(file: TextFile): JsonResult {
  const known = read.get(file)
  if (known) return known
  const result = isLines(file) ? parseLines(file.text) : parse(file.text)
  read.set(file, result)
  return result
}

/** Whether a file looks like JSON or JSON lines, valid or not. */
export function looksLikeJson({ path, text }: TextFile): boolean {
  if (/\.(?:json|jsonl|ndjson)$/i.test(path)) return true
  return !/\.\w+$/.test(path) || /\.txt$/i.test(path) ? /^\s*[[{]\s*["{\]}]/.test(text) : false
}

function isLines({ path }: TextFile): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(path)
}

/** Parses each line. A malformed line becomes an undefined entry, unless all are malformed. */
function parseLines(text: string): JsonResult {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const results = lines.map(parse)
  if (!results.some((result) => 'value' in result)) return { line: 1 }
  return { value: results.map((result) => ('value' in result ? result.value : undefined)) }
}

function parse(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return brokenLine(text, String(error))
  }
}

/** Finds the line in the error message: Firefox reports its number, V8 a position or the text around it. */
function brokenLine(text: string, message: string): { line?: number } {
  const [, line, position, around = ''] =
    /line (\d+) column|position (\d+)|\.{3}"(.*)"(?:\.{3})? is not valid/s.exec(message) ?? []
  if (line !== undefined) return { line: Number(line) }
  const isAtEnd = message.includes('end of JSON')
  // V8 quotes ten characters before the error.
  const at = Number(position ?? (isAtEnd ? text.length : around && text.indexOf(around) + 10))
  return at === 0 ? {} : { line: text.slice(0, at).split('\n').length }
}
