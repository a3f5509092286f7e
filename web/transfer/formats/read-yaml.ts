import { isAlias, LineCounter, parseDocument, visit } from 'yaml'
import type { ProblemCode } from './problems.ts'

/** A billion laughs need a few dozen. */
const aliases = 100
/** Read in about a second. */
const yamlLength = 1_000_000
/** The parser calls itself for each within another, and takes long where they follow each other. */
const brackets = { deep: 1000, all: 100_000 }

export type YamlResult =
  | { value: unknown }
  | { problem: { code: ProblemCode; line?: number; limit?: number } }

/**
 * What a YAML text says. `texts`: every value is a text as it is written, so that `no` and `1.10` stay what they
 * are. `types`: numbers, booleans and null are read as such.
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
      // Costs time for each mistake.
      prettyErrors: false,
      lineCounter,
      // Compares each key with all others.
      uniqueKeys: false,
    })
    const [error] = document.errors
    if (error) {
      return { problem: { code: 'yaml_broken', line: lineCounter.linePos(error.pos[0]).line } }
    }
    let count = 0
    visit(document, {
      Node: (_key, node) => (isAlias(node) && count++ > aliases ? visit.BREAK : undefined),
    })
    if (count > aliases) return { problem: { code: 'yaml_aliases' } }
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
