import { hasDefault, isBehindCode, isCodeName, isPlainName, readCode } from './code-in-braces.ts'

/**
 * The grammar of a prompt's body: plain text in which `{name}` is a variable.
 *
 * A name is the text between the braces, trimmed, with runs of white space as one space. It is not empty
 * and has no `<`, `>`, `{`, `}` or line break: a JSON object over several lines is text, and in `{{name}}`
 * the inner pair is the variable. The stored form has the name in bold markup, `{<b>name</b>}`; readers
 * accept both. Nothing else in a body is markup.
 *
 * Braces without markup that hold code (`code-in-braces.ts`) are text. In the stored form, markup makes any name
 * a variable; the plain text of the editor has none, so its functions take `named`: the names that are variables
 * even where they look like code.
 *
 * Every function here takes time linear in the length of its text.
 */

export type Segment =
  | { kind: 'text'; from: number; source: string }
  | { kind: 'variable'; from: number; source: string; name: string }

const markedName = /^<b>([^<]*)<\/b>$/
export const forbiddenInName = /[<>\n\r\u2028\u2029]/

export const noNames: ReadonlySet<string> = new Set()

type Braces = { from: number; to: number; name: string; isMarked: boolean; isCode: () => boolean }

/** Every pair of braces that holds a name, with or without markup. */
export function* findBraces(body: string): Generator<Braces> {
  const code = readCode(body)
  // A text may repeat a name thousands of times, or contain as many plain ones: looking those up takes longer than
  // testing them.
  const codeNames = new Map<string, boolean>()
  const isCodeByName = (name: string) => {
    if (isPlainName(name)) return false
    const known = codeNames.get(name)
    if (known !== undefined) return known
    const isCode = isCodeName(name)
    codeNames.set(name, isCode)
    return isCode
  }
  let open = -1
  for (let at = nextBrace(body, 0); at !== -1; at = nextBrace(body, at + 1)) {
    if (body[at] === '{') {
      open = at
      continue
    }
    const inside = open === -1 ? '' : body.slice(open + 1, at)
    const name = open === -1 ? undefined : nameBetweenBraces(inside)
    if (name !== undefined) {
      const isMarked = withoutMarkup(inside) !== inside
      const from = open
      const isCode = () =>
        !hasDefault(body, from, name) &&
        (code.isInCode(from) || isCodeByName(name) || isBehindCode(body, from, name))
      yield { from, to: at + 1, name, isMarked, isCode }
    }
    open = -1
  }
}

/** In characters. Parsing shorter texts is faster than looking them up. */
const longText = 10_000
/** Caches the last two long texts, because saving a prompt parses its previous and its new text several times. */
let recent: readonly { body: string; segments: readonly Segment[] }[] = []

/** Splits a body into segments, for any string. Their sources, joined, are the body. */
export function parse(body: string, named = noNames): readonly Segment[] {
  if (body.length < longText || named.size > 0) return split(body, named)
  const known = recent.find((each) => each.body === body)
  const found = known ?? { body, segments: split(body, named) }
  recent = [found, ...recent.filter((each) => each !== found)].slice(0, 2)
  return found.segments
}

function split(body: string, named: ReadonlySet<string>): Segment[] {
  const segments: Segment[] = []
  let textFrom = 0
  for (const { from, to, name, isMarked, isCode } of findBraces(body)) {
    if (!isMarked && isCode() && !named.has(name)) continue
    if (from > textFrom) {
      segments.push({ kind: 'text', from: textFrom, source: body.slice(textFrom, from) })
    }
    segments.push({ kind: 'variable', from, source: body.slice(from, to), name })
    textFrom = to
  }
  if (textFrom < body.length) {
    segments.push({ kind: 'text', from: textFrom, source: body.slice(textFrom) })
  }
  return segments
}

/** Joins segments to a body. */
export function print(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.source).join('')
}

/** Normalises the text between braces to a variable's name; undefined if it is not a valid name. */
export function toVariableName(typed: string): string | undefined {
  return /[{}<>]/.test(typed) ? undefined : nameBetweenBraces(typed)
}

/** The distinct names of a body's variables, by first occurrence. */
export function variableNames(body: string, named = noNames): string[] {
  const names = new Set<string>()
  for (const segment of parse(body, named)) if (segment.kind === 'variable') names.add(segment.name)
  return [...names]
}

/** The body without the bold markup, as readers and the editor show it. */
export function toPlainText(body: string): string {
  return parse(body)
    .map((segment) => (segment.kind === 'variable' ? plainSource(segment) : segment.source))
    .join('')
}

/** Converts to the stored form: each variable's name, with the white space around it, in bold. */
export function toStoredForm(text: string, named = noNames): string {
  return parse(text, named)
    .map((segment) =>
      segment.kind === 'variable'
        ? `{<b>${withoutMarkup(segment.source.slice(1, -1))}</b>}`
        : segment.source,
    )
    .join('')
}

function nextBrace(body: string, from: number): number {
  for (let at = from; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    if (unit === 0x7b || unit === 0x7d) return at
  }
  return -1
}

export function nameBetweenBraces(inside: string): string | undefined {
  const bare = withoutMarkup(inside)
  if (forbiddenInName.test(bare)) return undefined
  const name = bare.trim()
  if (name === '') return undefined
  return /\s/.test(name) ? name.replaceAll(/\s+/g, ' ') : name
}

/** A variable with its braces, without markup. */
export function plainSource(variable: Segment): string {
  return `{${withoutMarkup(variable.source.slice(1, -1))}}`
}

export function withoutMarkup(inside: string): string {
  return inside.startsWith('<b>') ? (markedName.exec(inside)?.[1] ?? inside) : inside
}
