/**
 * How well a text matches what is typed; 0 if it does not. Each typed word has to be in it, at best as a whole and at the
 * beginning of a word, at least by its letters in order, near to each other. Of equal matches, the shorter text is better.
 *
 * The browser's library for this alone is a tenth of what the one file may have.
 *
 * @param typed in small letters, without accents, as the text
 */
export function scoreMatch(typed: string, text: string): number {
  let sum = 0
  for (const word of typed.split(' ')) {
    if (word === '') continue
    const score = scoreWord(word, text)
    if (score === 0) return 0
    sum += score
  }
  return sum + 1 / (1 + text.length)
}

const whole = 10
const atStart = 4
const atWord = 2

function scoreWord(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === 0) return whole + atStart
  if (at > 0) return text.search(asWord(word)) > 0 ? whole + atWord : whole
  let best = 0
  for (let from = text.indexOf(word.charAt(0)); from !== -1;) {
    const span = spanFrom(word, text, from)
    if (span === undefined) break
    if (span <= longestSpan(word)) {
      const bonus = isWordStart(text, from) ? atWord : 0
      best = Math.max(best, (whole / 2) * (word.length / span) + bonus)
    }
    from = text.indexOf(word.charAt(0), from + 1)
  }
  return best
}

function asWord(word: string): RegExp {
  return new RegExp(`[^\\p{L}\\p{N}]${word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`, 'u')
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

/** Letters that are farther apart would look like a mistake. */
function longestSpan(word: string): number {
  return word.length * 4 + 2
}

/** The length of the part of the text that has the word's letters in order; undefined if there is none. */
function spanFrom(word: string, text: string, from: number): number | undefined {
  let at = from
  for (const letter of word.slice(1)) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return undefined
  }
  return at - from + 1
}
