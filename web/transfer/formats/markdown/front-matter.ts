import { stringify } from 'yaml'
import type { ProblemCode } from '#web/transfer/formats/problems.ts'
import { readYaml } from '#web/transfer/formats/read-yaml.ts'
import { isFields, type Fields } from '#web/transfer/formats/shapes.ts'

const opening = /---[ \t]*\n/y
/** What Dotprompt allows before it: blank lines and a licence's comments. */
const before = /(?:#[^\n]*|[ \t]*)\n/y
const closing = /^---[ \t]*(?:\n|$)/m

export type FrontMatter = {
  /** Every value a text as written, or lists and fields of them. */
  fields: Fields
  source: string
  body: string
  problem?: { code: ProblemCode; line?: number; limit?: number }
}

/**
 * A file's YAML between two lines of dashes, and what follows. What is no YAML, or no fields, is a part of the body:
 * a text may begin with a line.
 */
export function splitFrontMatter(text: string, isDotprompt = false): FrontMatter {
  const none = { fields: {}, source: '', body: text }
  const from = isDotprompt ? skip(before, text, 0) : 0
  const begin = skip(opening, text, from, 1)
  if (begin === from) return none
  const rest = text.slice(begin)
  const end = closing.exec(rest)
  if (!end) return none
  const source = rest.slice(0, end.index)
  const body = rest.slice(end.index + end[0].length)
  if (source.trim() === '') return { fields: {}, source, body }
  const strict = readYaml(source)
  const isBroken = 'problem' in strict && strict.problem.code === 'yaml_broken'
  const yaml = isBroken ? readYaml(withQuotes(source)) : strict
  if ('problem' in yaml) {
    const { line } = yaml.problem
    const linesBefore = text.slice(0, begin).split('\n').length - 1
    return { ...none, problem: { ...yaml.problem, ...(line && { line: line + linesBefore }) } }
  }
  return isFields(yaml.value) ? { fields: yaml.value, source, body } : none
}

/** Where a text goes on after a pattern, which may be there several times. */
function skip(pattern: RegExp, text: string, from: number, most = Infinity): number {
  pattern.lastIndex = from
  let at = from
  for (let count = 0; count < most && pattern.test(text); count++) at = pattern.lastIndex
  return at
}

/**
 * Quotes the values that are no YAML by themselves, which tools that read line by line take nonetheless:
 * `argument-hint: [issue] [priority]`, `description: Note: …`.
 */
function withQuotes(source: string): string {
  return source
    .split('\n')
    .map((line) => {
      const [, key, value] = /^([\w-]+):[ \t]+(\S.*)$/.exec(line) ?? []
      if (key === undefined || value === undefined || !('problem' in readYaml(line))) return line
      return `${key}: ${JSON.stringify(value.trim())}`
    })
    .join('\n')
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
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    aliasDuplicateObjects: false,
  })
}
