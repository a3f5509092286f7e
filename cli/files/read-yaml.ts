/** YAML that cannot be read. `line` counts from 1. */
export class YamlError extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The YAML is broken in line ${line}.`)
    this.line = line
  }
}

/** A value as it is written: a text, a list or fields. */
export type YamlNode =
  | { kind: 'text'; text: string; isPlain: boolean }
  | { kind: 'list'; items: YamlNode[] }
  | { kind: 'fields'; fields: Map<string, YamlNode> }

/** Lists and fields inside of each other. */
const deepest = 50

/**
 * Reads the YAML that people write in front matter: fields and lists in block and in flow style, texts plain, quoted, and
 * over several lines. Without anchors, tags and keys that are no text. Takes linear time.
 *
 * @param lines without line ends
 * @throws YamlError
 */
export function readYaml(lines: readonly string[]): YamlNode {
  const reader = new BlockReader(lines)
  const value = reader.readBlock(0, -1, 0)
  if (reader.peek() !== undefined) throw reader.broken()
  return value
}

/** The value as JSON has it. `texts`: every scalar as it is written, so that `1.10` and `no` stay so. */
export function toValue(node: YamlNode, as: 'texts' | 'types'): unknown {
  switch (node.kind) {
    case 'list': {
      return node.items.map((item) => toValue(item, as))
    }
    case 'fields': {
      return Object.fromEntries([...node.fields].map(([key, item]) => [key, toValue(item, as)]))
    }
    default: {
      return as === 'types' && node.isPlain ? toScalar(node.text) : node.text
    }
  }
}

const words = new Map<string, unknown>([
  ['', null],
  ['~', null],
  ['null', null],
  ['true', true],
  ['false', false],
])
const number = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$/i

function toScalar(text: string): unknown {
  const word = text.length > 5 ? undefined : words.get(text.toLowerCase())
  if (word !== undefined) return word
  return text.length < 40 && number.test(text) ? Number(text) : text
}

/** A line with content: its number, its indentation, and the rest. */
type Line = { at: number; indent: number; text: string }

class BlockReader {
  readonly #lines: string[]
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = [...lines]
  }

  /** The next line that is neither empty nor a comment. */
  peek(): Line | undefined {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      const indent = indentOf(line)
      if (indent === line.length || line[indent] === '#') continue
      return { at: this.#at, indent, text: trimmed(line) }
    }
    return undefined
  }

  broken(): YamlError {
    return new YamlError(this.#at + 1)
  }

  /** Reads a value that begins on a line of its own, indented by `least` or more. */
  readBlock(least: number, parent: number, depth: number): YamlNode {
    const line = this.peek()
    if (line === undefined || line.indent < least) return plainText('')
    if (depth > deepest) throw this.broken()
    if (isItem(line.text)) return this.#readList(line.indent, depth)
    if (splitKey(line.text) !== undefined) return this.#readFields(line.indent, depth)
    this.#at++
    return this.#readInline(line.text, parent, depth)
  }

  #readList(indent: number, depth: number): YamlNode {
    const items: YamlNode[] = []
    for (;;) {
      const line = this.peek()
      if (line?.indent !== indent || !isItem(line.text)) break
      const content = trimmed(line.text.slice(1))
      if (content === '' || content.startsWith('#')) {
        this.#at++
        items.push(this.readBlock(indent + 1, indent, depth + 1))
      } else if (blockText.test(content)) {
        this.#at++
        items.push(this.#readLines(content, indent))
      } else {
        // What follows the dash is a block of its own, with the dash as a part of its indentation.
        const inner = indent + line.text.length - content.length
        this.#lines[line.at] = ' '.repeat(inner) + content
        items.push(this.readBlock(inner, indent, depth + 1))
      }
    }
    const next = this.peek()
    if (next !== undefined && next.indent > indent) throw this.broken()
    return { kind: 'list', items }
  }

  #readFields(indent: number, depth: number): YamlNode {
    const fields = new Map<string, YamlNode>()
    for (;;) {
      const line = this.peek()
      if (line === undefined || line.indent < indent) break
      const split = line.indent === indent ? splitKey(line.text) : undefined
      if (split === undefined) throw this.broken()
      this.#at++
      fields.set(split.key, this.#readField(split.rest, indent, depth + 1))
    }
    return { kind: 'fields', fields }
  }

  #readField(rest: string, indent: number, depth: number): YamlNode {
    if (blockText.test(rest)) return this.#readLines(rest, indent)
    if (rest !== '' && !rest.startsWith('#')) return this.#readInline(rest, indent, depth)
    const next = this.peek()
    // The dashes of a list may stand below the key.
    const isBelow = next?.indent === indent && isItem(next.text)
    return this.readBlock(isBelow ? indent : indent + 1, indent, depth)
  }

  /** Reads a value that begins in the middle of a line, and goes on in lines that are indented more than `parent`. */
  #readInline(first: string, parent: number, depth: number): YamlNode {
    const lines = [first]
    const start = this.#at
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      if (!isBlank(line) && indentOf(line) <= parent) break
      lines.push(trimmed(line))
    }
    while (lines.length > 1 && lines.at(-1) === '') lines.pop()
    const whole = lines.join('\n')
    const [mark] = first
    if (mark === '"' || mark === "'") {
      const end = endOfQuoted(whole, 0)
      if (end !== undefined && isBlankOrComment(whole.slice(end))) {
        return { kind: 'text', text: unquote(whole.slice(0, end)), isPlain: false }
      }
    }
    if (mark === '[' || mark === '{') {
      const flow = readFlow(whole, depth)
      if (flow !== undefined) return flow
    }
    if (mark === '&' || mark === '*') throw new YamlError(start)
    return plainText(fold(lines.map(withoutComment)))
  }

  /** Reads a text that is written line by line, after `|` or `>`. */
  #readLines(header: string, parent: number): YamlNode {
    const lines: string[] = []
    let indent = Number(/\d/.exec(header)?.[0] ?? 0)
    if (indent > 0) indent += Math.max(parent, 0)
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      const own = indentOf(line)
      if (!isBlank(line) && indent === 0) indent = Math.max(own, parent + 1)
      if (!isBlank(line) && own < indent) break
      lines.push(line.slice(indent || line.length))
    }
    let last = lines.length
    while (last > 0 && lines[last - 1] === '') last--
    const after = header.includes('+') ? lines.length - last : 0
    const text = header.startsWith('>')
      ? foldLines(lines.slice(0, last))
      : lines.slice(0, last).join('\n')
    const end = last === 0 || header.includes('-') ? '' : '\n'
    return { kind: 'text', text: text + end + '\n'.repeat(after), isPlain: false }
  }
}

export function indentOf(line: string): number {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t') at++
  return at
}

/** White space that YAML knows: other characters belong to a text. */
function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return text.slice(Math.min(indentOf(text), end), end)
}

export function isBlank(line: string): boolean {
  return indentOf(line) === line.length
}

const blockText = /^[|>][-+\d]{0,2}(?:\s+#.*)?$/

function plainText(text: string): YamlNode {
  return { kind: 'text', text, isPlain: true }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}

/** Splits `key: value`; undefined if a line has no key. */
export function splitKey(text: string): { key: string; rest: string } | undefined {
  if (text.startsWith('"') || text.startsWith("'")) {
    const end = endOfQuoted(text, 0)
    const after = end === undefined ? '' : trimmed(text.slice(end))
    if (!/^:(?:[ \t]|$)/.test(after)) return undefined
    return { key: unquote(text.slice(0, end)), rest: trimmed(after.slice(1)) }
  }
  if (isItem(text) || /^[[\]{},#&*!|>%@`]/.test(text)) return undefined
  const colon = text.search(/:(?:[ \t]|$)/)
  return colon > 0
    ? { key: trimmed(text.slice(0, colon)), rest: trimmed(text.slice(colon + 1)) }
    : undefined
}

/** The position after a quoted text that begins at `from`; undefined if it does not end. */
function endOfQuoted(text: string, from: number): number | undefined {
  const mark = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\') at++
    else if (text[at] === mark) {
      if (mark === '"' || text[at + 1] !== mark) return at + 1
      at++
    }
  }
  return undefined
}

const escapes: Record<string, string> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001B',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
}

function unquote(quoted: string): string {
  const lines = quoted.slice(1, -1).split('\n')
  const inside = lines.length === 1 ? (lines[0] ?? '') : fold(lines)
  if (quoted.startsWith("'")) return inside.replaceAll("''", "'")
  return inside.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis,
    (source, x?: string, u?: string, long?: string, one?: string) => {
      const hex = x ?? u ?? long
      if (hex === undefined) return escapes[one ?? ''] ?? source
      const code = Number.parseInt(hex, 16)
      return code > 0x10ffff ? source : String.fromCodePoint(code)
    },
  )
}

/** Joins the lines of a plain or quoted text: a line break is a space, and an empty line a line break. */
function fold(lines: readonly string[]): string {
  let text = lines[0] ?? ''
  let isAfterBreak = false
  for (const line of lines.slice(1)) {
    if (line === '') {
      text += '\n'
      isAfterBreak = true
    } else {
      text += (isAfterBreak ? '' : ' ') + line
      isAfterBreak = false
    }
  }
  return text
}

/** Joins the lines after `>`, of which those that are indented stay lines. */
function foldLines(lines: readonly string[]): string {
  let text = ''
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before === undefined) text += line
    else if (line === '') text += '\n'
    else if (before === '') text += line
    else text += (/^\s/.test(line) || /^\s/.test(before) ? '\n' : ' ') + line
  }
  return text
}

function withoutComment(line: string): string {
  const at = line.search(/[ \t]#/)
  return at < 0 ? line : trimmed(line.slice(0, at))
}

export function isBlankOrComment(text: string): boolean {
  return /^\s*(?:#.*)?$/s.test(text)
}

/** Reads `[a, "b", {c: d}]`. Returns undefined for what only begins like it, such as `[issue] [priority]`. */
function readFlow(source: string, depth: number): YamlNode | undefined {
  let at = 0
  const value = read(depth)
  return value !== undefined && isBlankOrComment(source.slice(at)) ? value : undefined

  function skip(): void {
    while (/[ \t\n]/.test(source[at] ?? '')) at++
  }

  function read(level: number): YamlNode | undefined {
    skip()
    const mark = source[at]
    if (level > deepest) return undefined
    if (mark === '[') return readItems(level)
    if (mark === '{') return readPairs(level)
    if (mark === '"' || mark === "'") {
      const end = endOfQuoted(source, at)
      if (end === undefined) return undefined
      const text = unquote(source.slice(at, end))
      at = end
      return { kind: 'text', text, isPlain: false }
    }
    const from = at
    while (at < source.length && !isEnd()) at++
    return plainText(fold(trimmed(source.slice(from, at)).split('\n')))
  }

  function isEnd(): boolean {
    const sign = source[at] ?? ''
    return ',[]{}'.includes(sign) || (sign === ':' && /[\s,[\]{}]|^$/.test(source[at + 1] ?? ''))
  }

  function readItems(level: number): YamlNode | undefined {
    const items: YamlNode[] = []
    for (at++, skip(); source[at] !== ']'; skip()) {
      const item = read(level + 1)
      if (item === undefined || !toNext(']')) return undefined
      items.push(item)
    }
    at++
    return { kind: 'list', items }
  }

  function readPairs(level: number): YamlNode | undefined {
    const fields = new Map<string, YamlNode>()
    for (at++, skip(); source[at] !== '}'; skip()) {
      const key = read(level + 1)
      if (key?.kind !== 'text') return undefined
      skip()
      let value: YamlNode | undefined = plainText('')
      if (source[at] === ':') {
        at++
        value = read(level + 1)
      }
      if (value === undefined || !toNext('}')) return undefined
      fields.set(key.text, value)
    }
    at++
    return { kind: 'fields', fields }
  }

  /** Goes to the next entry, or to the end. */
  function toNext(end: string): boolean {
    skip()
    if (source[at] === ',') {
      at++
      return true
    }
    return source[at] === end
  }
}
