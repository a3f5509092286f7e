import type { TextFile } from '#web/transfer/formats/format.ts'

type JsonResult = { value: unknown } | { line?: number }

/** Formats ask for the same file one after the other. */
const read = new WeakMap<TextFile, JsonResult>()

/** What a file says as JSON; undefined where it is none. */
export function jsonOf(file: TextFile): unknown {
  const result = readJson(file)
  return 'value' in result ? result.value : undefined
}

/** What a file says as JSON, or the line where it is broken, if the browser says it. */
export function readJson(file: TextFile): JsonResult {
  const known = read.get(file)
  if (known) return known
  const result = isLines(file) ? parseLines(file.text) : parse(file.text)
  read.set(file, result)
  return result
}

/** Whether a file means to be JSON, or lines of it. */
export function looksLikeJson({ path, text }: TextFile): boolean {
  if (/\.(?:json|jsonl|ndjson)$/i.test(path)) return true
  return !/\.\w+$/.test(path) || /\.txt$/i.test(path) ? /^\s*[[{]\s*["{\]}]/.test(text) : false
}

function isLines({ path }: TextFile): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(path)
}

/** A list of what the lines say. A broken one is an entry without a form, unless all are. */
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

/** The line that the browser's message names: Firefox by its number, V8 by a position or by what is around it. */
function brokenLine(text: string, message: string): { line?: number } {
  const [, line, position, around = ''] =
    /line (\d+) column|position (\d+)|\.{3}"(.*)"(?:\.{3})? is not valid/s.exec(message) ?? []
  if (line !== undefined) return { line: Number(line) }
  const isAtEnd = message.includes('end of JSON')
  // V8 quotes ten characters before the wrong one.
  const at = Number(position ?? (isAtEnd ? text.length : around && text.indexOf(around) + 10))
  return at === 0 ? {} : { line: text.slice(0, at).split('\n').length }
}
