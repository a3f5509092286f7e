import { LineCounter, parseDocument, visit, type Alias } from 'yaml'
import type { TextFile } from '#contract/transfer/formats/format.ts'
import type { ProblemCode } from '#contract/transfer/formats/problems.ts'

/** Limits aliases, and through `maxAliasCount` their nested expansion: a billion laughs needs only a few dozen. */
const aliases = 100
/** Parsed in about a second. */
const yamlLength = 1_000_000
/** The parser recurses into nested brackets, and is slow for long rows of them. */
const brackets = { deep: 1000, all: 100_000 }

export type YamlResult =
  | { value: unknown }
  | { problem: { code: ProblemCode; line?: number; limit?: number } }

/** Caches results, since several formats parse the same file. */
const read = new WeakMap<TextFile, YamlResult>()

/** Returns the parsed value of a file with all scalars as strings, or undefined if it is not YAML. */
export function yamlOf(file: TextFile): unknown {
  const result = readYamlFile(file)
  return 'value' in result ? result.value : undefined
}

/** Parses a file as YAML, or returns the problem. */
export function readYamlFile(file: TextFile): YamlResult {
  const result = read.get(file) ?? readYaml(file.text)
  read.set(file, result)
  return result
}

/**
 * Parses YAML. `texts` returns every scalar as written, so that `no` and `1.10` are not changed. `types` returns numbers,
 * booleans and null as such.
 */
export function readYaml(text: string, as: 'texts' | 'types' = 'texts'): YamlResult {
  if (text.length > yamlLength) {
    return { problem: { code: 'file_too_large', limit: yamlLength / 1_000_000 } }
  }
  if (hasTooManyBrackets(text)) return { problem: { code: 'yaml_broken' } }
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, {
      schema: as === 'texts' ? 'failsafe' : 'core',
      logLevel: 'silent',
      // Slow for files with many errors.
      prettyErrors: false,
      lineCounter,
      // Quadratic in the number of keys.
      uniqueKeys: false,
    })
    const [error] = document.errors
    if (error) {
      return { problem: { code: 'yaml_broken', line: lineCounter.linePos(error.pos[0]).line } }
    }
    let count = 0
    let lost: Alias | undefined
    visit(document, {
      Alias(_key, alias) {
        if (++count > aliases) return visit.BREAK
        if (!alias.resolve(document)) lost ??= alias
        return undefined
      },
    })
    if (count > aliases) return { problem: { code: 'yaml_aliases' } }
    if (lost) {
      const { line } = lineCounter.linePos(lost.range?.[0] ?? 0)
      return { problem: { code: 'yaml_broken', line } }
    }
    return { value: document.toJS({ maxAliasCount: aliases }) as unknown }
  } catch (error) {
    const isAliases = error instanceof ReferenceError
    return { problem: { code: isAliases ? 'yaml_aliases' : 'yaml_broken' } }
  }
}

function hasTooManyBrackets(text: string): boolean {
  let depth = 0
  let all = 0
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    const isOpening = mark === '[' || mark === '{'
    depth = Math.max(0, depth + (isOpening ? 1 : -1))
    if (isOpening) all++
    if (depth > brackets.deep || all > brackets.all) return true
  }
  return false
}
