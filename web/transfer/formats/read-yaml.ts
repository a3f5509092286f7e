import { isAlias, parseDocument, visit } from 'yaml'
import type { ProblemCode } from './problems.ts'

/** A billion laughs need a few dozen. */
const aliases = 100
/** Read in about a second. */
const yamlLength = 2_000_000
const deepest = 100

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
  if (isTooDeep(text)) return { problem: { code: 'yaml_broken' } }
  try {
    const document = parseDocument(text, {
      schema: as === 'texts' ? 'failsafe' : 'core',
      logLevel: 'silent',
      prettyErrors: true,
    })
    const [error] = document.errors
    if (error) return { problem: { code: 'yaml_broken', line: error.linePos?.[0].line ?? 1 } }
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

/** Brackets in brackets: the parser calls itself for each. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1
    if (depth < 0) depth = 0
    if (depth > deepest * 10) return true
  }
  return false
}
