import { wrapText } from '#contract/core/wrap-text.ts'
import { columnsOf } from '#cli/terminal/show-text.ts'

/** Longer terms have their text on the next line; so do all terms if less than this is left for the text. */
const longestTerm = 26
const leastText = 30

/** Terms with a text each, wrapped between words. `width` is in columns, and so is the left margin. */
export function formatTerms(
  rows: readonly (readonly [string, string])[],
  width: number,
  margin = 2,
): string {
  const longest = width < longestTerm + leastText ? 0 : longestTerm
  const lengths = rows.map(([term]) => columnsOf(term)).filter((length) => length <= longest)
  const indent = Math.max(...lengths, 0) + margin + 2
  return rows
    .map(([term, text]) => {
      const start = ' '.repeat(margin) + term
      const wrapped = wrapText(text, indent, width)
      return columnsOf(start) + 2 > indent
        ? `${start}\n${wrapped}`
        : start.padEnd(indent) + wrapped.trimStart()
    })
    .join('\n')
}
