import { readYaml, type YamlResult } from '#contract/transfer/formats/read-yaml.ts'

/** Parses the fields of front matter as YAML. If they are malformed, quotes values as tools with line-based parsers read them. */
export function readFields(source: string, as: 'texts' | 'types' = 'texts'): YamlResult {
  const strict = readYaml(source, as)
  const isBroken = 'problem' in strict && strict.problem.code === 'yaml_broken'
  // Without an alias, an anchor is just the beginning of a text.
  const isMarked = 'value' in strict && markedValue.test(source) && !alias.test(source)
  if (!isBroken && !isMarked) return strict
  const quoted = readYaml(quoteValues(source), as)
  return 'value' in quoted ? quoted : strict
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
  const end = { '[': ']', '{': '}' }[mark] ?? mark
  const isOpen = !value.includes(end, 1) && !rest.join('').includes(end)
  return !isOpen && !isYaml
}
