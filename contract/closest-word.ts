/** The word that a mistyped one most likely stands for; undefined if none is close. */
export function closestWord(typed: string, words: Iterable<string>): string | undefined {
  const wanted = fold(typed)
  // Mistyped words longer than this are texts, and comparing them takes quadratic time.
  if (wanted === '' || wanted.length > longestWord) return undefined
  let best: string | undefined
  // Two short words are hardly ever meant for each other.
  let least = wanted.length < 3 ? 1 : Math.min(3, Math.ceil(wanted.length / 3) + 1)
  for (const word of words) {
    const folded = fold(word)
    if (Math.abs(folded.length - wanted.length) >= least) continue
    const distance = editsBetween(wanted, folded)
    if (distance < least) [best, least] = [word, distance]
  }
  return best
}

const longestWord = 60

/** `short_name` and `shortName` are the same word. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** How many letters were added, left out, replaced or swapped with the next one (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
