import type * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import { toShortNameStart } from '#contract/core/short-names.ts'
import { pathsIn } from '#contract/library/paths.ts'
import type { promptCalls, SearchResult } from '#contract/library/prompts.ts'
import { findExcerpt } from '#contract/library/search/excerpt.ts'
import {
  bodyStart,
  foldPrompt,
  foldWithWords,
  isIndexed,
  notesStart,
  rarity,
  toNeedles,
  type Needles,
} from '#contract/library/search/needles.ts'
import {
  enoughHits,
  inWords,
  promptsUsedLast,
  ranks,
  textRead,
} from '#contract/library/search/ranks.ts'
import {
  mostNames,
  pickSimilar,
  scoreNames,
  toComparedTrigrams,
  toSoughtWords,
  wordsNeeded,
} from '#contract/library/search/similarity.ts'
import { toCard, type HeldFolder, type HeldPrompt, type LibraryCopy } from './library-copy.ts'

type Input = z.output<typeof promptCalls.searchPrompts.input>
type Folded = { name: string; text: string }
type Hit = { prompt: HeldPrompt; rank: number }

const hitsWanted = limits.searchHits + 1

/** Folded when first searched. A row that changes is a new object. */
const foldedPrompts = new WeakMap<HeldPrompt, Folded>()
const foldedFolders = new WeakMap<HeldFolder, string>()

/** Folds prompts that are not folded yet, until `isOver`. Returns whether all are folded. */
export function foldAhead(copy: LibraryCopy, isOver: () => boolean): boolean {
  for (const prompt of copy.prompts.values()) {
    if (foldedPrompts.has(prompt)) continue
    if (isOver()) return false
    foldedOf(prompt)
  }
  return true
}

/** Searches a copy as the server's `searchPrompts` searches a library. Undefined if the scope's folder is missing. */
export function searchCopy(
  copy: LibraryCopy,
  { search, folderId, isPublic, hasVariables, isFavourite }: Input,
): SearchResult | undefined {
  if (folderId !== undefined && !copy.folders.has(folderId)) return undefined
  const within = folderId === undefined ? undefined : copy.subtreeOf(folderId)
  const isInScope = (prompt: HeldPrompt) =>
    (within === undefined || (prompt.folderId !== null && within.has(prompt.folderId))) &&
    meets(isPublic, prompt.isPublic === 1) &&
    meets(hasVariables, prompt.variableCount > 0) &&
    meets(isFavourite, prompt.isFavourite === 1)
  const needles = toNeedles(search)
  const hits = findHits(copy, needles, toShortNameStart(search), isInScope)
  const findsFolders = [isPublic, hasVariables, isFavourite].every((flag) => flag === undefined)
  const folders = findsFolders ? findFolders(copy, needles.words, within) : []
  const similar = hits.length < enoughHits ? findSimilar(copy, search, isInScope, hits) : []
  const pathTo = pathsIn(copy.folders)
  const withPath = (prompt: HeldPrompt) => ({
    ...toCard(prompt),
    folderPath: pathTo(prompt.folderId),
  })
  return {
    prompts: hits.slice(0, limits.searchHits).map(({ prompt, rank }) => {
      const line = rank < ranks.folder ? undefined : excerptOf(prompt, needles, rank % 2 === 1)
      return { ...withPath(prompt), ...(line !== undefined && { line }) }
    }),
    folders: folders
      .slice(0, limits.searchHits)
      .map((folder) => ({ ...copy.toFolder(folder), folderPath: pathTo(folder.parentId) })),
    ...(similar.length > 0 && { similar: similar.map(withPath) }),
    hasMore: hits.length > limits.searchHits || folders.length > limits.searchHits,
  }
}

function meets(condition: '0' | '1' | undefined, isSo: boolean): boolean {
  return condition === undefined || (condition === '1') === isSo
}

/** Finds the best hits: by rank, then last use, then name. */
function findHits(
  copy: LibraryCopy,
  needles: Needles,
  shortName: string | undefined,
  isInScope: (prompt: HeldPrompt) => boolean,
): Hit[] {
  const { promptsForSearch, lastUsed } = copy.sorted
  const foldersOf = namedFolders(copy, needles.words)
  const used = new Map(lastUsed.slice(0, promptsUsedLast).map((prompt, at) => [prompt, at]))
  const byRank = Map.groupBy(
    promptsForSearch.flatMap((prompt) => {
      const rank = rankOf(prompt, needles, shortName, foldersOf)
      return rank !== undefined && isInScope(prompt) ? [{ prompt, rank }] : []
    }),
    ({ rank }) => rank,
  )
  const found: Hit[] = []
  for (const rank of [...byRank.keys()].toSorted((one, other) => one - other)) {
    const hits = byRank.get(rank) ?? []
    const placeOf = ({ prompt }: Hit) => used.get(prompt) ?? promptsUsedLast
    found.push(...hits.toSorted((one, other) => placeOf(one) - placeOf(other)))
    if (found.length >= hitsWanted) break
  }
  return found
    .slice(0, hitsWanted)
    .map(({ prompt, rank }) => ({
      prompt,
      rank: isByNotes(prompt, rank, needles) ? rank + ranks.notes - ranks.body : rank,
    }))
    .toSorted((one, other) => one.rank - other.rank)
}

/** The best rank of a prompt; undefined if it is no hit. */
function rankOf(
  prompt: HeldPrompt,
  { words, phrase }: Needles,
  shortName: string | undefined,
  foldersOf: readonly ReadonlySet<string>[] | undefined,
): number | undefined {
  if (shortName !== undefined && prompt.shortName?.startsWith(shortName)) {
    return prompt.shortName === shortName ? ranks.shortName : ranks.shortNameBegins
  }
  const { name, text } = foldedOf(prompt)
  const isInText = (word: string) => text.includes(word)
  const isWhole = words.every(isInText)
  if (isWhole && words.every((word) => name.includes(word))) {
    return rankByName(name, words) + Number(!name.includes(phrase))
  }
  const { folderId } = prompt
  if (
    foldersOf !== undefined &&
    folderId !== null &&
    foldersOf.some((ids) => ids.has(folderId)) &&
    words.some(isInText) &&
    words.every((word, at) => isInText(word) || foldersOf[at]?.has(folderId))
  ) {
    return ranks.folder + 1
  }
  return isWhole ? ranks.body + Number(!isInText(phrase)) : undefined
}

/** Whether each word begins a word of the name, at its first match or after a space. */
function rankByName(name: string, words: readonly string[]): number {
  const begins = words.every((word) => {
    const at = name.indexOf(word)
    return at === 0 || !inWords.includes(name.charAt(at - 1)) || name.includes(` ${word}`)
  })
  return begins ? ranks.nameBegins : ranks.name
}

/** For each of several words that is long enough, the folders whose names contain it. */
function namedFolders(
  copy: LibraryCopy,
  words: readonly string[],
): readonly ReadonlySet<string>[] | undefined {
  if (words.length === 1) return undefined
  const { folders } = copy.sorted
  return words.map((word) => {
    if (!isIndexed(word)) return new Set()
    const named = folders.filter((folder) => foldedNameOf(folder).includes(word))
    return new Set(named.map(({ id }) => id))
  })
}

function isByNotes(prompt: HeldPrompt, rank: number, { words }: Needles): boolean {
  if (rank < ranks.body || !prompt.notes) return false
  const { text } = foldedOf(prompt)
  const notesAt = text.indexOf(notesStart)
  return !words.every((word) => {
    const at = text.indexOf(word)
    return at !== -1 && at < notesAt
  })
}

function excerptOf(prompt: HeldPrompt, needles: Needles, isScattered: boolean): string | undefined {
  const { name, prompt: body, notes } = prompt
  return findExcerpt(
    { name, body: beginningOf(body), notes: notes && beginningOf(notes), isScattered },
    needles,
  )
}

function beginningOf(text: string): string {
  if (text.length <= textRead) return text
  return Array.from(text.slice(0, 2 * textRead))
    .slice(0, textRead)
    .join('')
}

function findFolders(
  copy: LibraryCopy,
  words: readonly string[],
  within: ReadonlySet<string> | undefined,
): HeldFolder[] {
  return copy.sorted.folders
    .filter((folder) => {
      const { parentId } = folder
      if (within !== undefined && (parentId === null || !within.has(parentId))) return false
      return words.every((word) => foldedNameOf(folder).includes(word))
    })
    .slice(0, hitsWanted)
}

function findSimilar(
  copy: LibraryCopy,
  search: string,
  isInScope: (prompt: HeldPrompt) => boolean,
  hits: readonly Hit[],
): HeldPrompt[] {
  const words = toSoughtWords(search)
  if (words.length === 0) return []
  const known = new Set(hits.map(({ prompt }) => prompt))
  const trigrams = toComparedTrigrams(words).map((text) => ({ text, weight: rarity(text) }))
  const needed = wordsNeeded(words)
  const rows = copy.sorted.promptsForSearch
    .map((prompt) => ({ prompt, folded_name: foldedOf(prompt).name, likeness: 0 }))
    .filter(({ prompt, folded_name: name }) => {
      const there = words.filter(({ pieces }) => pieces.some((piece) => name.includes(piece)))
      return there.length >= needed && isInScope(prompt)
    })
  for (const row of rows) {
    for (const { text, weight } of trigrams) {
      if (row.folded_name.includes(text)) row.likeness += weight
    }
  }
  const compared = rows
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, mostNames)
    .filter(({ prompt }) => !known.has(prompt))
  return pickSimilar(scoreNames(compared, words)).map(({ prompt }) => prompt)
}

function foldedOf(prompt: HeldPrompt): Folded {
  let folded = foldedPrompts.get(prompt)
  if (folded === undefined) {
    const text = foldPrompt(prompt)
    folded = { name: text.slice(0, text.indexOf(bodyStart)), text }
    foldedPrompts.set(prompt, folded)
  }
  return folded
}

function foldedNameOf(folder: HeldFolder): string {
  let name = foldedFolders.get(folder)
  if (name === undefined) foldedFolders.set(folder, (name = foldWithWords(folder.name)))
  return name
}
