/**
 * The grammar of a prompt's body: plain text in which `{name}` is a variable.
 *
 * A name is what stands between the braces, trimmed, with runs of white space as one space. It is not
 * empty and has no `<`, `>`, `{`, `}` or line break; so a JSON object over several lines is text, and
 * in `{{name}}` the inner pair is the variable. The stored form puts the name in bold markup,
 * `{<b>name</b>}`; readers accept both. Nothing else in a body is markup.
 *
 * Every function here takes time linear in the length of its text.
 */

export type Segment =
  | { kind: 'text'; from: number; source: string }
  | { kind: 'variable'; from: number; source: string; name: string }

/** One replacement in a text, by positions in the text before any of its siblings. */
export type Change = { from: number; to: number; insert: string }

const markedName = /^<b>([^<]*)<\/b>$/
const forbiddenInName = /[<>\n\r\u2028\u2029]/

/** The segments of a body in order. Their sources, joined, are the body, for every string. */
export function parse(body: string): Segment[] {
  const segments: Segment[] = []
  let textFrom = 0
  let open = -1
  for (let at = nextBrace(body, 0); at !== -1; at = nextBrace(body, at + 1)) {
    if (body[at] === '{') {
      open = at
      continue
    }
    const name = open === -1 ? undefined : nameBetweenBraces(body.slice(open + 1, at))
    if (name !== undefined) {
      if (open > textFrom) {
        segments.push({ kind: 'text', from: textFrom, source: body.slice(textFrom, open) })
      }
      segments.push({ kind: 'variable', from: open, source: body.slice(open, at + 1), name })
      textFrom = at + 1
    }
    open = -1
  }
  if (textFrom < body.length) {
    segments.push({ kind: 'text', from: textFrom, source: body.slice(textFrom) })
  }
  return segments
}

/** The body that the segments came from. */
export function print(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.source).join('')
}

/** The names of a body's variables in the order of their first appearance, each once. */
export function variableNames(body: string): string[] {
  const names = new Set<string>()
  for (const segment of parse(body)) if (segment.kind === 'variable') names.add(segment.name)
  return [...names]
}

/**
 * The body with each variable replaced by its value, as it is: values are not read for variables
 * again. A variable without a value, or with an empty one, stays as `{name}`.
 */
export function fillIn(body: string, values: ReadonlyMap<string, string>): string {
  return parse(body)
    .map((segment) => {
      if (segment.kind === 'text') return segment.source
      return values.get(segment.name) || `{${segment.name}}`
    })
    .join('')
}

/** The body as a reader sees it and the editor holds it: without the bold markup. */
export function toPlainText(body: string): string {
  return parse(body)
    .map((segment) =>
      segment.kind === 'variable'
        ? `{${withoutMarkup(segment.source.slice(1, -1))}}`
        : segment.source,
    )
    .join('')
}

/** The form the editor stores: each variable's name, with the white space around it, in bold. */
export function toStoredForm(text: string): string {
  return parse(text)
    .map((segment) =>
      segment.kind === 'variable'
        ? `{<b>${withoutMarkup(segment.source.slice(1, -1))}</b>}`
        : segment.source,
    )
    .join('')
}

/**
 * The changes that make the selection `from`…`to` a variable, white space at its ends left outside.
 * Undefined where the selection cannot be one: it is blank, has characters that no name has, or lies
 * in a variable.
 */
export function wrapSelection(text: string, from: number, to: number): Change[] | undefined {
  const selection = text.slice(from, to)
  const name = selection.trim()
  if (name === '' || forbiddenInName.test(name) || /[{}]/.test(name)) return undefined
  const start = from + selection.indexOf(name)
  const end = start + name.length
  const inVariable = parse(text).some(
    (segment) =>
      segment.kind === 'variable' &&
      start > segment.from &&
      end < segment.from + segment.source.length,
  )
  if (inVariable) return undefined
  return [
    { from: start, to: start, insert: '{' },
    { from: end, to: end, insert: '}' },
  ]
}

/** The changes that turn every occurrence of a variable back into its bare name. */
export function removeVariable(text: string, name: string): Change[] {
  return parse(text).flatMap((segment) =>
    segment.kind === 'variable' && segment.name === name
      ? [{ from: segment.from, to: segment.from + segment.source.length, insert: name }]
      : [],
  )
}

/** The text after a list of changes that is in order and does not overlap. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let result = ''
  let at = 0
  for (const change of changes) {
    result += text.slice(at, change.from) + change.insert
    at = change.to
  }
  return result + text.slice(at)
}

function nextBrace(body: string, from: number): number {
  for (let at = from; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    if (unit === 0x7b || unit === 0x7d) return at
  }
  return -1
}

function nameBetweenBraces(inside: string): string | undefined {
  const bare = withoutMarkup(inside)
  if (forbiddenInName.test(bare)) return undefined
  const name = bare.trim().replaceAll(/\s+/g, ' ')
  return name === '' ? undefined : name
}

function withoutMarkup(inside: string): string {
  return markedName.exec(inside)?.[1] ?? inside
}
