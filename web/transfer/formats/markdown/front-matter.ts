import { stringify } from 'yaml'
import type { ProblemCode } from '#web/transfer/formats/problems.ts'
import { readToml } from '#web/transfer/formats/read-toml.ts'
import { readYaml, type YamlResult } from '#web/transfer/formats/read-yaml.ts'
import { isFields, type Fields } from '#web/transfer/formats/shapes.ts'

/** Of YAML; with plus signs, of TOML. */
const opening = /(?:---|\+\+\+)[ \t]*\n/y
/** What Dotprompt allows before it: blank lines and a licence's comments. */
const before = /(?:#[^\n]*|[ \t]*)\n/y
const closing = { '-': /^---[ \t]*(?:\n|$)/m, '+': /^\+\+\+[ \t]*(?:\n|$)/m }

export type FrontMatter = {
  /** Every value a text as written, or lists and fields of them. */
  fields: Fields
  source: string
  body: string
  problem?: { code: ProblemCode; line?: number; limit?: number }
}

/**
 * A file's YAML between two lines of dashes, or TOML between two of plus signs, and what follows. What is neither, or no
 * fields, is a part of the body: a text may begin with a line.
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

/** The fields as YAML says them, or where it has a mistake, as tools do that read line by line. */
function readFields(source: string): YamlResult {
  const strict = readYaml(source)
  const isBroken = 'problem' in strict && strict.problem.code === 'yaml_broken'
  // Without an alias, a name for one is no more than the beginning of a text.
  const isMarked = 'value' in strict && markedValue.test(source) && !alias.test(source)
  if (!isBroken && !isMarked) return strict
  const quoted = readYaml(quoteValues(source))
  return 'value' in quoted ? quoted : strict
}

/** Where a text goes on after a pattern, which may be there several times. */
function skip(pattern: RegExp, text: string, from: number, most = Infinity): number {
  pattern.lastIndex = from
  let at = from
  for (let count = 0; count < most && pattern.test(text); count++) at = pattern.lastIndex
  return at
}

/** What begins with a mark of YAML: `!important`, `&c`, but not `!!str`. */
const markedValue = /^[ \t]*(?:- +|[\w.-]+:[ \t]+)(?:![^!\s]|&\S)/m
const alias = /[:,[-][ \t]+\*\w/
/** An indentation, dashes of a list, the name of a field, and a value. */
const entry = /^([ \t]*)((?:- +)*)((?:[\w.-]+:(?=\s|$))?)[ \t]*(.*)$/
const blockText = /^[|>][-+\d]*$/
const openTag = /^[ \t]*<([a-z][\w-]*)>/i

/**
 * Quotes the values that are no YAML by themselves, which tools that read line by line take nonetheless: of globs,
 * `argument-hint: [issue] [priority]`, `description: Note: …`, and a description that goes on in the next lines, with
 * examples between tags.
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
    while (end < last && goesOn(lines[end] ?? '', indent, dashes, name)) {
      const [, tag] = openTag.exec(lines[end] ?? '') ?? []
      end = Math.max(end, lastOf.get(`</${tag}>`) ?? 0) + 1
    }
    const rest = lines.slice(at + 1, end)
    // YAML takes no tabs here.
    const begin = indent.replaceAll('\t', '  ') + dashes + name
    if (isValue && needsQuotes(name === '' ? '-' : 'a:', value, rest)) {
      quoted.push(`${begin} ${JSON.stringify([value, ...rest].join('\n').trim())}`)
    } else quoted.push(`${begin} ${value}`, ...rest)
    at = end
  }
  return quoted.join('\n')
}

/** Whether a line belongs to the value before it: it is empty, deeper, or neither a field nor a comment. */
function goesOn(line: string, indent: string, dashes: string, name: string): boolean {
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
 * Fields as they would stand between the dashes; nothing for none. Parsers of other tools know no blocks of text.
 * `texts`: as `readYaml` reads them, so that nothing needs quotes to be a text.
 */
export function writeFields(fields: Fields, as: 'texts' | 'types' = 'types'): string {
  if (Object.keys(fields).length === 0) return ''
  return stringify(fields, {
    schema: as === 'texts' ? 'failsafe' : 'core',
    lineWidth: 0,
    blockQuote: as === 'texts',
    // Of another version, whose readers take `yes`, `12:30` and dates for something else than texts.
    compat: as === 'texts' ? null : 'yaml-1.1',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    aliasDuplicateObjects: false,
  })
}
