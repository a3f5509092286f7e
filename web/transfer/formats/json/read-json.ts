import type { TextFile } from '#web/transfer/formats/format.ts'

type JsonResult = { value: unknown } | { line?: number }

/** Formats ask for the same file one after the other. */
const read = new WeakMap<TextFile, JsonResult>()

/** What a file says as JSON; undefined where it is none. */
export function jsonOf(file: TextFile): unknown {
  const result = readJson(file)
  return 'value' in result ? result.value : undefined
}

/** What a file says as JSON, or the line where it is broken. */
export function readJson(file: TextFile): JsonResult {
  const known = read.get(file)
  if (known) return known
  const result = parse(file.text)
  read.set(file, result)
  return result
}

/** Whether a file means to be JSON. */
export function looksLikeJson({ path, text }: TextFile): boolean {
  if (/\.json$/i.test(path)) return true
  return !/\.\w+$/.test(path) || /\.txt$/i.test(path) ? /^\s*[[{]\s*["{\]}]/.test(text) : false
}

function parse(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const line = lineOf(error instanceof Error ? error.message : '', text)
    return line === undefined ? {} : { line }
  }
}

/** Each browser says the place in its own way. */
function lineOf(message: string, text: string): number | undefined {
  const [, line] = /line (\d+)/.exec(message) ?? []
  if (line !== undefined) return Number(line)
  const [, position] = /position (\d+)/.exec(message) ?? []
  const at = position === undefined ? undefined : Number(position)
  if (at === undefined && !/end of|unterminated/i.test(message)) return undefined
  return text.slice(0, at).split('\n').length
}
