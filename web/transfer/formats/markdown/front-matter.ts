import { stringify } from 'yaml'
import type { ProblemCode } from '#contract/transfer/formats/problems.ts'
import { readToml } from '#web/transfer/formats/read-toml.ts'
import { readFields } from '#contract/transfer/markdown/read-fields.ts'
import { isFields, type Fields } from '#contract/transfer/markdown/shapes.ts'

/** The first line: dashes for YAML, plus signs for TOML. */
const opening = /(?:---|\+\+\+)[ \t]*\n/y
/** Blank lines and licence comments, which Dotprompt allows before the front matter. */
const before = /(?:#[^\n]*|[ \t]*)\n/y
const closing = { '-': /^---[ \t]*(?:\n|$)/m, '+': /^\+\+\+[ \t]*(?:\n|$)/m }

export type FrontMatter = {
  /** Every scalar is a string as written. */
  fields: Fields
  source: string
  body: string
  problem?: { code: ProblemCode; line?: number; limit?: number }
}

/**
 * Splits a file into front matter and body. Front matter without fields is part of the body, since a text may begin with
 * a horizontal rule.
 */
export function splitFrontMatter(text: string, isDotprompt = false): FrontMatter {
  const none = { fields: {}, source: '', body: text }
  const from = isDotprompt ? skip(before, text, 0) : 0
  const begin = skip(opening, text, from, 1)
  if (begin === from) return none
  const rest = text.slice(begin)
  const isToml = text[from] === '+'
  const end = closing[isToml ? '+' : '-'].exec(rest)
  if (!end) return none
  const source = rest.slice(0, end.index)
  const body = rest.slice(end.index + end[0].length)
  if (source.trim() === '') return { fields: {}, source, body }
  const read = isToml ? readToml(source) : readFields(source)
  if ('problem' in read) {
    const { line } = read.problem
    const linesBefore = text.slice(0, begin).split('\n').length - 1
    return { ...none, problem: { ...read.problem, ...(line && { line: line + linesBefore }) } }
  }
  return isFields(read.value) ? { fields: read.value, source, body } : none
}

/** Returns the position after up to `most` matches of a sticky pattern. */
function skip(pattern: RegExp, text: string, from: number, most = Infinity): number {
  pattern.lastIndex = from
  let at = from
  for (let count = 0; count < most && pattern.test(text); count++) at = pattern.lastIndex
  return at
}

/**
 * Writes fields as front matter, without the dashes. Multi-line values are quoted, since other tools' parsers do not
 * support block scalars. `texts` is for values read by `readYaml`, whose strings need no quotes.
 */
export function writeFields(fields: Fields, as: 'texts' | 'types' = 'types'): string {
  if (Object.keys(fields).length === 0) return ''
  return stringify(fields, {
    schema: as === 'texts' ? 'failsafe' : 'core',
    lineWidth: 0,
    blockQuote: as === 'texts',
    // YAML 1.1 parsers read `yes`, `12:30` and dates as other types.
    compat: as === 'texts' ? null : 'yaml-1.1',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    aliasDuplicateObjects: false,
  })
}
