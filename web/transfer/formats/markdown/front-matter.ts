import { stringify } from 'yaml'
import type { ProblemCode } from '#contract/transfer/formats/problems.ts'
import { readToml } from '#web/transfer/formats/read-toml.ts'
import { readYaml, type YamlResult } from '#web/transfer/formats/read-yaml.ts'
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

/** Parses fields as YAML. If they are malformed, quotes values as tools with line-based parsers read them. */
function readFields(source: string): YamlResult {
  const strict = readYaml(source)
  const isBroken = 'problem' in strict && strict.problem.code === 'yaml_broken'
  // Without an alias, an anchor is just the beginning of a text.
  const isMarked = 'value' in strict && markedValue.test(source) && !alias.test(source)
  if (!isBroken && !isMarked) return strict
  const quoted = readYaml(quoteValues(source))
  return 'value' in quoted ? quoted : strict
}

/** Returns the position after up to `most` matches of a sticky pattern. */
function skip(pattern: RegExp, text: string, from: number, most = Infinity): number {
  pattern.lastIndex = from
  let at = from
  for (let count = 0; count < most && pattern.test(text); count++) at = pattern.lastIndex
  return at
}

/** A value that begins like a YAML tag or anchor: `!important`, `&c`, but not `!!str`. */
const markedValue = /^[ \t]*(?:- +|[\w.-]+:[ \t]+)(?:![^!\s]|&\S)/m
const alias = /[:,[-][ \t]+\*\w/
/** Indentation, list dashes, field name and value. */
const entry = /^([ \t]*)((?:- +)*)((?:[\w.-]+:(?=\s|$))?)[ \t]*(.*)$/
const blockText = /^[|>][-+\d]*$/
const openTag = /^[ \t]*<([a-z][\w-]*)>/i

/**
 * Quotes values that are invalid YAML but common in tools with line-based parsers: globs,
 * `argument-hint: [issue] [priority]`, `description: Note: …`, and descriptions over several lines with examples in tags.
 */
function quoteValues(source: string): string {
  const lines = source.split('\n')
  const lastOf = new Map(lines.map((line, at) => [line.trim(), at]))
  const quoted: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const [, indent = '', dashes = '', name = '', value = ''] = entry.exec(line) ?? []
    const isValue = dashes + name !== '' && value !== '' && !value.startsWith('#')
    const last = isValue ? lines.length : at + 1
    let end = at + 1
    while (end < last && isContinuation(lines[end] ?? '', indent, dashes, name)) {
      const [, tag] = openTag.exec(lines[end] ?? '') ?? []
      end = Math.max(end, lastOf.get(`</${tag}>`) ?? 0) + 1
    }
    const rest = lines.slice(at + 1, end)
    // YAML forbids tabs in indentation.
    const begin = indent.replaceAll('\t', '  ') + dashes + name
    if (isValue && needsQuotes(name === '' ? '-' : 'a:', value, rest)) {
      quoted.push(`${begin} ${JSON.stringify([value, ...rest].join('\n').trim())}`)
    } else quoted.push(`${begin} ${value}`, ...rest)
    at = end
  }
  return quoted.join('\n')
}

/** Whether a line continues the value before it: it is empty, deeper, or neither a field nor a comment. */
function isContinuation(line: string, indent: string, dashes: string, name: string): boolean {
  const [, given = '', ownDashes = '', ownName = '', value = ''] = entry.exec(line) ?? []
  const depth = indent.length + (name === '' ? 0 : dashes.length)
  if (value === '' && ownName === '') return true
  if (given.length > depth) return true
  const isField = ownName !== '' || (ownDashes !== '' && dashes !== '')
  return !isField && !value.startsWith('#')
}

function needsQuotes(before: string, value: string, rest: readonly string[]): boolean {
  const isYaml = !('problem' in readYaml([`${before} ${value}`, ...rest].join('\n  ')))
  if (blockText.test(value)) return false
  const isLong = rest.some((line) => line.trim() !== '')
  const [, mark] = /^(["'[{])/.exec(value) ?? []
  if (mark === undefined) return isLong || /^[!&]/.test(value) || !isYaml
  const isOpen = /["']/.test(mark) && !value.includes(mark, 1) && !rest.join('').includes(mark)
  return !isOpen && !isYaml
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
