import { foldAtLength, foldForSearch, foldQuery } from '#contract/library/search/folding.ts'

/** Finds the words of a search in a text, folding both as the search does. */
export function findFolded(text: string, words: readonly string[]): [from: number, to: number][] {
  return words
    .flatMap((word) => {
      const found = findIn(text, foldQuery(word), foldForSearch)
      return found.length > 0 ? found : findIn(text, foldAtLength(word), foldAtLength)
    })
    .toSorted(([one], [other]) => one - other)
}

function findIn(
  text: string,
  needle: string,
  fold: (text: string) => string,
): [from: number, to: number][] {
  if (needle === '' || !fold(text).includes(needle)) return []
  const { folded, places } = foldLetters(text, fold)
  const ranges: [number, number][] = []
  for (let at = folded.indexOf(needle); at !== -1;) {
    const end = at + needle.length
    ranges.push([places[at] ?? 0, places[end] ?? text.length])
    at = folded.indexOf(needle, end)
  }
  return ranges
}

/** A letter with its marks, or two letters that fold to one. */
const letters = /[aouäöü]\p{M}*[eéèêë]\p{M}*|\P{M}\p{M}*|\p{M}+/giu

/** Folds a text letter by letter. `places` maps each folded code unit to its position in the text. */
export function foldLetters(text: string, fold: (text: string) => string) {
  const places: number[] = []
  let folded = ''
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const part = fold(letter)
    const isAlike = part.length === letter.length
    for (let unit = 0; unit < part.length; unit++) places.push(isAlike ? index + unit : index)
    folded += part
  }
  return { folded, places }
}
