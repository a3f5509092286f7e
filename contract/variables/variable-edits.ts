import {
  findBraces,
  forbiddenInName,
  nameBetweenBraces,
  noNames,
  parse,
  toVariableName,
  variableNames,
  withoutMarkup,
} from './variables.ts'

/** The editor's operations on a prompt's text and its variables, each in time linear in the text's length. */

/** One replacement in a text. Positions are those before any replacement. */
export type Change = { from: number; to: number; insert: string }

const blank = /\s/

/** The names that only occur where they look like code, and are text. */
export function codeNames(text: string, named = noNames): string[] {
  const names = new Set<string>()
  const variables = new Set<string>(named)
  for (const { name, isMarked, isCode } of findBraces(text)) {
    if (isMarked || !isCode()) variables.add(name)
    else names.add(name)
  }
  return [...names].filter((name) => !variables.has(name))
}

/** The marked-up names that would look like code without markup, which plain text loses. */
export function namedVariables(body: string): Set<string> {
  const names = new Set<string>()
  for (const { name, isMarked, isCode } of findBraces(body))
    if (isMarked && isCode()) names.add(name)
  return names
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

const wordCharacter = /[\p{L}\p{N}_]/u

/** The changes that make each occurrence of some words a variable, as whole words and outside variables. */
export function wrapWords(text: string, words: string, named = noNames): Change[] {
  if (words === '') return []
  return parse(text, named).flatMap((segment) => {
    if (segment.kind === 'variable') return []
    const changes: Change[] = []
    const end = segment.from + segment.source.length
    for (let at = text.indexOf(words, segment.from); at !== -1; at = text.indexOf(words, at)) {
      const to = at + words.length
      if (to > end) break
      if (!isWithinWord(text, at) && !isWithinWord(text, to)) {
        changes.push({ from: at, to: at, insert: '{' }, { from: to, to, insert: '}' })
      }
      at = to
    }
    return changes
  })
}

/** Whether a position has parts of one word on both sides. */
function isWithinWord(text: string, at: number): boolean {
  return wordCharacter.test(text[at - 1] ?? '') && wordCharacter.test(text[at] ?? '')
}

/**
 * The changes that turn each occurrence of a variable into its bare name, as written. Braces directly
 * around it are removed too: `{{name}}` would otherwise still be the variable.
 */
export function removeVariable(text: string, name: string, named = noNames): Change[] {
  return parse(text, named).flatMap((segment) => {
    if (segment.kind === 'text' || segment.name !== name) return []
    const bareName = withoutMarkup(segment.source.slice(1, -1)).trim()
    return [{ ...widestBraces(text, segment.from, segment.source.length), insert: bareName }]
  })
}

/** Returns why a variable cannot be renamed to `name`, if it cannot: it is not a valid name, or is already in use. */
export function nameProblem(
  text: string,
  name: string,
  named = noNames,
): 'invalid' | 'taken' | undefined {
  const meant = toVariableName(name)
  if (meant === undefined) return 'invalid'
  const known = [...variableNames(text, named), ...codeNames(text, named)]
  return known.includes(meant) ? 'taken' : undefined
}

/** The changes that rename every occurrence of a variable. White space around the name stays. */
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
 * Adds names to `named` that would count as code somewhere in the text, so that they stay variables after a change that makes
 * them look like code.
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

/** The widest range around a variable that would still be that variable without its braces. */
function widestBraces(text: string, start: number, length: number): { from: number; to: number } {
  let from = start
  let to = start + length
  for (;;) {
    const outerFrom = openingBraceBefore(text, from)
    const outerTo = closingBraceAfter(text, to)
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
function openingBraceBefore(text: string, at: number): number | undefined {
  let from = at
  while (from > 0 && blank.test(text[from - 1] ?? '')) from--
  if (text.startsWith('<b>', from - 3)) from -= 3
  return text[from - 1] === '{' ? from - 1 : undefined
}

/** The end of a closing brace after `at`, with only white space and markup between. */
function closingBraceAfter(text: string, at: number): number | undefined {
  let to = at
  while (to < text.length && blank.test(text[to] ?? '')) to++
  if (text.startsWith('</b>', to)) to += 4
  return text[to] === '}' ? to + 1 : undefined
}
