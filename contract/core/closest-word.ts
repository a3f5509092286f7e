import { editsToPrefixes } from './edit-distance.ts'

/**
 * The word that a mistyped one most likely stands for; undefined if none is close.
 *
 * @param most letters that are wrong, missing, added or swapped
 */
export function closestWord(typed: string, words: Iterable<string>, most = 2): string | undefined {
  const wanted = fold(typed)
  // Mistyped words longer than this are texts, and comparing them takes quadratic time.
  if (wanted === '' || wanted.length > longestWord) return undefined
  let best: string | undefined
  // Short words differ from each other in few letters anyway.
  let least = wanted.length < 3 ? 1 : Math.min(most + 1, Math.ceil(wanted.length / 3) + 1)
  for (const word of words) {
    const folded = fold(word)
    if (Math.abs(folded.length - wanted.length) >= least) continue
    const distance = editsToPrefixes(wanted, folded).at(-1) ?? least
    if (distance < least) [best, least] = [word, distance]
  }
  return best
}

const longestWord = 60

/** `short_name` and `shortName` are the same word. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}
