import { parse, TomlDate, TomlError } from 'smol-toml'
import type { ProblemCode } from '#contract/transfer/formats/problems.ts'
import { isFields, type Fields } from '#contract/transfer/markdown/shapes.ts'

/** Parsed in about a second, as for YAML. */
const tomlLength = 1_000_000

/** Parses TOML. Like `readYaml`, returns every scalar as a string. */
export function readToml(
  text: string,
): { value: Fields } | { problem: { code: ProblemCode; line?: number; limit?: number } } {
  if (text.length > tomlLength) {
    return { problem: { code: 'file_too_large', limit: tomlLength / 1_000_000 } }
  }
  try {
    return { value: toTexts(parse(text, { integersAsBigInt: true })) as Fields }
  } catch (error) {
    if (error instanceof TomlError) return { problem: { code: 'toml_broken', line: error.line } }
    // Deeply nested tables overflow the stack of the parser.
    if (error instanceof RangeError) return { problem: { code: 'toml_broken' } }
    throw error
  }
}

function toTexts(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(toTexts)
  if (!isFields(value)) return String(value)
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toTexts(field)]))
}
