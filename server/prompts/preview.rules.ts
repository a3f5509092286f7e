import { parse, plainSource, toPlainText, toStoredForm } from '#contract/variables/variables.ts'

const maxCharacters = 280
const maxLines = 8

/**
 * The beginning of a body, with the markup of its variables: at most 280 visible characters and 8 lines. No variable
 * and no surrogate pair is cut in half. `literals`: names that are no variables.
 */
export function toPreview(body: string, literals: ReadonlySet<string> = new Set()): string {
  let preview = ''
  let characters = 0
  let lines = 1
  for (const segment of parse(body)) {
    if (segment.kind === 'variable') {
      characters += toPlainText(segment.source).length
      if (characters > maxCharacters) return preview
      const isLiteral = literals.has(segment.name)
      preview += isLiteral ? plainSource(segment) : toStoredForm(segment.source)
      continue
    }
    for (const character of segment.source) {
      characters += character.length
      if (character === '\n') lines++
      if (characters > maxCharacters || lines > maxLines) return preview
      preview += character
    }
  }
  return preview
}
