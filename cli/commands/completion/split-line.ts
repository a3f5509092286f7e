/** The words of a shell's line, without quotes and backslashes; the last one may be unfinished or empty. */
export type SplitLine = {
  words: string[]
  /** The open quote of the last word. */
  openQuote: '"' | "'" | undefined
  /** The length of the last word before that quote. */
  beforeQuote: number
}

/** Splits a line of bash or zsh up to the cursor. Expansions are left unchanged. */
export function splitLine(line: string): SplitLine {
  const words = ['']
  let quote: '"' | "'" | undefined
  let beforeQuote = 0
  const add = (text: string) => (words[words.length - 1] += text)
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    const next = line.charAt(at + 1)
    if (quote === undefined && (character === '"' || character === "'")) {
      quote = character
      beforeQuote = words.at(-1)?.length ?? 0
    } else if (character === quote) quote = undefined
    else if (character === '\\' && quote === undefined) add(line.charAt(++at))
    else if (character === '\\' && quote === '"' && '"\\$`'.includes(next)) add(line.charAt(++at))
    else if (quote === undefined && /\s/.test(character)) words.push('')
    else add(character)
  }
  // Several blanks separate words like one; the last word may be empty.
  return {
    words: words.filter((word, at) => word !== '' || at === words.length - 1),
    openQuote: quote,
    beforeQuote,
  }
}

/** A word as bash needs it at the cursor: with backslashes, or for the open quote. */
export function quoteWord(word: string, openQuote: SplitLine['openQuote']): string {
  if (openQuote === '"') return word.replaceAll(/["\\$`]/g, '\\$&')
  if (openQuote === "'") return word.replaceAll("'", "'\\''")
  return word.replaceAll(/[^\p{L}\p{N}_./=:@,+-]/gu, '\\$&')
}

/** Words to be pasted into a shell. A server's words are quoted, so that the shell does not interpret them. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => quoteWord(word, undefined)).join(' ')
}
