import { hasDefault, looksLikeCode, readCode } from './code-in-braces.ts'

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

/** One replacement in a text. Positions are those before any replacement. */
export type Change = { from: number; to: number; insert: string }

const markedName = /^<b>([^<]*)<\/b>$/
const blank = /\s/
const forbiddenInName = /[<>\n\r\u2028\u2029]/

const noNames: ReadonlySet<string> = new Set()

type Braces = { from: number; to: number; name: string; isMarked: boolean; isCode: () => boolean }

/** Every pair of braces that holds a name, with or without markup. */
function* findBraces(body: string): Generator<Braces> {
  const code = readCode(body)
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
        !hasDefault(body, from, name) && (code.isInCode(from) || looksLikeCode(body, from, name))
      yield { from, to: at + 1, name, isMarked, isCode }
    }
    open = -1
  }
}

/** The segments of a body in order. Their sources, joined, are the body, for any string. */
export function parse(body: string, named = noNames): Segment[] {
  const segments: Segment[] = []
  let textFrom = 0
  for (const { from, to, name, isMarked, isCode } of findBraces(body)) {
    if (!isMarked && !named.has(name) && isCode()) continue
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

/** The names that look like code wherever they occur, and are text. */
export function codeNames(text: string, named = noNames): string[] {
  const names = new Set<string>()
  const variables = new Set<string>(named)
  for (const { name, isMarked, isCode } of findBraces(text)) {
    if (isMarked || !isCode()) variables.add(name)
    else names.add(name)
  }
  return [...names].filter((name) => !variables.has(name))
}

/** The names that a body has in markup although they look like code: what its plain text alone does not say. */
export function namedVariables(body: string): Set<string> {
  const names = new Set<string>()
  for (const { name, isMarked, isCode } of findBraces(body))
    if (isMarked && isCode()) names.add(name)
  return names
}

/** The body of these segments. */
export function print(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.source).join('')
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

/** The form the editor stores: each variable's name, with the white space around it, in bold. */
export function toStoredForm(text: string, named = noNames): string {
  return parse(text, named)
    .map((segment) =>
      segment.kind === 'variable'
        ? `{<b>${withoutMarkup(segment.source.slice(1, -1))}</b>}`
        : segment.source,
    )
    .join('')
}

/**
 * The changes that make the selection `from`…`to` a variable, without the white space at its ends.
 * Undefined where it cannot be one: it is blank, has characters that names exclude, or is inside a variable.
 */
export function wrapSelection(
  text: string,
  from: number,
  to: number,
  named = noNames,
): Change[] | undefined {
  const selection = text.slice(from, to)
  const name = selection.trim()
  if (name === '' || forbiddenInName.test(name) || /[{}]/.test(name)) return undefined
  const start = from + selection.indexOf(name)
  const end = start + name.length
  const inVariable = parse(text, named).some(
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

/**
 * The changes that turn each occurrence of a variable into its bare name, as written. Braces directly
 * around it are removed too: `{{name}}` would otherwise still be the variable.
 */
export function removeVariable(text: string, name: string, named = noNames): Change[] {
  return parse(text, named).flatMap((segment) => {
    if (segment.kind === 'text' || segment.name !== name) return []
    const bareName = withoutMarkup(segment.source.slice(1, -1)).trim()
    return [{ ...widestHug(text, segment.from, segment.source.length), insert: bareName }]
  })
}

/** Why a variable cannot have another name, if so: it is no name, or the text has it already. */
export function nameProblem(
  text: string,
  name: string,
  named = noNames,
): 'invalid' | 'taken' | undefined {
  if (/[{}<>]/.test(name) || nameBetweenBraces(name) === undefined) return 'invalid'
  const known = [...variableNames(text, named), ...codeNames(text, named)]
  return known.includes(nameBetweenBraces(name) ?? '') ? 'taken' : undefined
}

/** The changes that give a variable another name wherever it occurs. The white space around the name stays. */
export function renameVariable(
  text: string,
  name: string,
  nextName: string,
  named = noNames,
): Change[] {
  return parse(text, named).flatMap((segment) => {
    if (segment.kind === 'text' || segment.name !== name) return []
    const written = withoutMarkup(segment.source.slice(1, -1)).trim()
    const from =
      segment.from + segment.source.indexOf(written, segment.source.startsWith('{<b>') ? 4 : 1)
    return [{ from, to: from + written.length, insert: nextName }]
  })
}

/**
 * `named` with those of some names that are not variables wherever they occur, so that they become variables:
 * after a change, names may look like code, or stand in it.
 */
export function withNamed(
  text: string,
  names: readonly string[],
  named: ReadonlySet<string>,
): ReadonlySet<string> {
  const looking = new Set<string>()
  for (const { name, isMarked, isCode } of findBraces(text))
    if (!isMarked && !named.has(name) && isCode()) looking.add(name)
  const missing = names.filter((name) => looking.has(name))
  return missing.length === 0 ? named : new Set([...named, ...missing])
}

/** Applies changes that are in order and do not overlap. */
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
  const name = bare.trim()
  if (name === '') return undefined
  return /\s/.test(name) ? name.replaceAll(/\s+/g, ' ') : name
}

/** A variable with its braces, without markup. */
export function plainSource(variable: Segment): string {
  return `{${withoutMarkup(variable.source.slice(1, -1))}}`
}

function withoutMarkup(inside: string): string {
  return inside.startsWith('<b>') ? (markedName.exec(inside)?.[1] ?? inside) : inside
}

/** The widest range around a variable that would still be that variable without its braces. */
function widestHug(text: string, start: number, length: number): { from: number; to: number } {
  let from = start
  let to = start + length
  for (;;) {
    const outerFrom = hugFrom(text, from)
    const outerTo = hugTo(text, to)
    if (outerFrom === undefined || outerTo === undefined) return { from, to }
    if (
      nameBetweenBraces(`${text.slice(outerFrom + 1, from)}x${text.slice(to, outerTo - 1)}`) !== 'x'
    ) {
      return { from, to }
    }
    from = outerFrom
    to = outerTo
  }
}

/** The position of an opening brace before `at`, with only white space and markup between. */
function hugFrom(text: string, at: number): number | undefined {
  let from = at
  while (from > 0 && blank.test(text[from - 1] ?? '')) from--
  if (text.startsWith('<b>', from - 3)) from -= 3
  return text[from - 1] === '{' ? from - 1 : undefined
}

/** The end of a closing brace after `at`, with only white space and markup between. */
function hugTo(text: string, at: number): number | undefined {
  let to = at
  while (to < text.length && blank.test(text[to] ?? '')) to++
  if (text.startsWith('</b>', to)) to += 4
  return text[to] === '}' ? to + 1 : undefined
}
