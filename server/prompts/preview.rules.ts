import { parse, toPlainText } from '#contract/variables.ts'

const maxCharacters = 280
const maxLines = 8

/**
 * The beginning of a body, in the stored form: at most 280 visible characters and 8 lines. No variable and no
 * surrogate pair is cut in half.
 */
export function toPreview(body: string): string {
  let preview = ''
  let characters = 0
  let lines = 1
  for (const segment of parse(body)) {
    if (segment.kind === 'variable') {
      characters += toPlainText(segment.source).length
      if (characters > maxCharacters) return preview
      preview += segment.source
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
