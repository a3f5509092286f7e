/** The words of a shell's line, without quotes and backslashes; the last one may be unfinished, or empty. */
export type SplitLine = {
  words: string[]
  /** The quote of the last word that is not closed. */
  openQuote: '"' | "'" | undefined
  /** How much of the last word is before that quote. */
  beforeQuote: number
}

/** Splits what is typed of a line of bash or zsh up to the cursor. Expansions are left as they are. */
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
  // Several blanks part words as one does; the last word may be empty.
  return {
    words: words.filter((word, at) => word !== '' || at === words.length - 1),
    openQuote: quote,
    beforeQuote,
  }
}

/** A word as bash has to get it where the user is typing: with backslashes, or for the quote that is open. */
export function quoteWord(word: string, openQuote: SplitLine['openQuote']): string {
  if (openQuote === '"') return word.replaceAll(/["\\$`]/g, '\\$&')
  if (openQuote === "'") return word.replaceAll("'", "'\\''")
  return word.replaceAll(/[^\p{L}\p{N}_./=:@,+-]/gu, '\\$&')
}

/** Words as they are pasted into a shell. Those of a server are only words there, whatever is in them. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => quoteWord(word, undefined)).join(' ')
}
