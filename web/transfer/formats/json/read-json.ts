import type { TextFile } from '#web/transfer/formats/format.ts'

type JsonResult = { value: unknown } | { line: number }

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
  if (results.every((result) => 'line' in result)) return { line: 1 }
  return { value: results.map((result) => ('value' in result ? result.value : undefined)) }
}

function parse(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { line: text.slice(0, brokenAt(text)).split('\n').length }
  }
}

const space = /[\t\n\r ]*/y
const mark = /[{}[\],:]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The token at a place, or undefined where there is none. A regular expression for texts would run out of stack. */
function tokenAt(text: string, at: number): string | undefined {
  if (text[at] !== '"') {
    mark.lastIndex = at
    return mark.exec(text)?.[0]
  }
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 1) continue
    const token = text.slice(at, end + 1)
    return token.includes('\n') ? undefined : token
  }
  return undefined
}

/** Where a text stops to be JSON, which not every browser says. */
function brokenAt(text: string): number {
  const open: string[] = []
  /** What may come: the beginning of a value, a key, a colon, or what follows a value. */
  let next: 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'after' = 'value'
  for (let at = 0; ;) {
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
    const found = tokenAt(text, at)
    const inside = open.at(-1)
    if (found === undefined) return at
    const isKey = next === 'key' || next === 'firstKey'
    if (isKey && found.startsWith('"')) next = 'colon'
    else if (next === 'colon' && found === ':') next = 'value'
    else if (next === 'after' && found === ',' && inside) next = inside === '{' ? 'key' : 'value'
    else if (found === '}' && inside === '{' && (next === 'after' || next === 'firstKey')) close()
    else if (found === ']' && inside === '[' && (next === 'after' || next === 'first')) close()
    else if ((next === 'value' || next === 'first') && !/^[}\],:]/.test(found)) {
      if (found === '{' || found === '[') open.push(found)
      next = found === '{' ? 'firstKey' : found === '[' ? 'first' : 'after'
    } else return at
    at += found.length
  }

  function close() {
    open.pop()
    next = 'after'
  }
}
