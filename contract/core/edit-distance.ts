/**
 * The number of edits from a word to each prefix of another one, from the empty prefix to the whole word. An edit adds,
 * removes or replaces a letter, or swaps it with the next one (optimal string alignment). Takes quadratic time.
 */
export function editsToPrefixes(word: string, other: string): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = word[row - 1] === other[at - 1]
      const isSwapped =
        row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1]
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last
}
