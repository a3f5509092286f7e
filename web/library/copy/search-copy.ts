import type * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import { toShortNameStart } from '#contract/core/short-names.ts'
import { pathsIn } from '#contract/library/paths.ts'
import type { promptCalls, SearchResult } from '#contract/library/prompts.ts'
import { findExcerpt } from '#contract/library/search/excerpt.ts'
import {
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
import {
  toCard,
  type FoldedPrompt,
  type HeldFolder,
  type HeldPrompt,
  type LibraryCopy,
} from './library-copy.ts'

type Input = z.output<typeof promptCalls.searchPrompts.input>
type Hit = FoldedPrompt & { rank: number }

const hitsWanted = limits.searchHits + 1

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
  const { folded } = copy
  const rankOf = rankBy(copy, needles, shortName)
  const byRank = Array.from({ length: ranks.notes }, (): FoldedPrompt[] => [])
  const used = copy.sorted.lastUsed
    .slice(0, promptsUsedLast)
    .flatMap((prompt) => prompt.folded ?? [])
  const isUsed = new Set(used)
  for (const each of used) collect(each, rankOf(each, false))
  for (const each of folded) {
    // Once there are enough hits, only names are searched.
    const rank = rankOf(each, (byRank[ranks.body]?.length ?? 0) >= hitsWanted)
    if (rank !== undefined && !isUsed.has(each)) collect(each, rank)
  }
  return byRank
    .flatMap((hits, rank) => hits.map((hit) => ({ ...hit, rank })))
    .slice(0, hitsWanted)
    .map((hit) => {
      const isByNotes = hit.rank >= ranks.body && !isBeforeNotes(hit, needles)
      return isByNotes ? { ...hit, rank: hit.rank + ranks.notes - ranks.body } : hit
    })
    .toSorted((one, other) => one.rank - other.rank)

  function collect(hit: FoldedPrompt, rank: number | undefined) {
    const hits = rank === undefined ? undefined : byRank[rank]
    if (hits && hits.length < hitsWanted && isInScope(hit.prompt)) hits.push(hit)
  }
}

/** Returns a function to the best rank of a prompt: undefined if it is no hit, or if `byName` and only its body is one. */
function rankBy(
  copy: LibraryCopy,
  { words, phrase }: Needles,
  shortName: string | undefined,
): (folded: FoldedPrompt, byName: boolean) => number | undefined {
  const foldersOf = namedFolders(copy, words)
  const hasFolders = foldersOf.some(({ size }) => size > 0)
  const mayContain = words.map((word) => copy.filter.find([word]))
  const mayContainAll = copy.filter.find(words)
  return ({ prompt, name, text, row }, byName) => {
    if (shortName !== undefined && prompt.shortName?.startsWith(shortName)) {
      return prompt.shortName === shortName ? ranks.shortName : ranks.shortNameBegins
    }
    const mayBeHit = mayContainAll(row)
    if (!mayBeHit && !hasFolders) return undefined
    if (mayBeHit && words.every((word) => name.includes(word))) {
      return rankByName(name, words) + Number(!name.includes(phrase))
    }
    const { folderId } = prompt
    if (hasFolders && folderId !== null && foldersOf.some((ids) => ids.has(folderId))) {
      const isIn = (word: string, at: number) =>
        mayContain[at]?.(row) === true && text.includes(word)
      const isHit = words.every((word, at) => foldersOf[at]?.has(folderId) || isIn(word, at))
      if (isHit && words.some(isIn)) return ranks.folder + 1
    }
    if (!mayBeHit || byName || !words.every((word) => text.includes(word))) return undefined
    return ranks.body + Number(words.length > 1 && !text.includes(phrase))
  }
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
function namedFolders(copy: LibraryCopy, words: readonly string[]): readonly ReadonlySet<string>[] {
  if (words.length === 1) return []
  const { folders } = copy.sorted
  return words.map((word) => {
    if (!isIndexed(word)) return new Set()
    const named = folders.filter((folder) => copy.foldedNameOf(folder).includes(word))
    return new Set(named.map(({ id }) => id))
  })
}

function isBeforeNotes({ prompt, text }: FoldedPrompt, { words }: Needles): boolean {
  if (!prompt.notes) return true
  const notesAt = text.indexOf(notesStart)
  return words.every((word) => {
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
  const start = text.slice(0, textRead)
  if (start === text || !/[\uD800-\uDFFF]/.test(start)) return start
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
      return words.every((word) => copy.foldedNameOf(folder).includes(word))
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
  const isThere = (name: string) => {
    let there = 0
    for (const { pieces } of words) if (pieces.some((piece) => name.includes(piece))) there++
    return there >= needed
  }
  const rows = copy.folded
    .filter(({ name, prompt }) => isThere(name) && isInScope(prompt))
    .map(({ name, prompt }) => {
      const shared = trigrams.filter(({ text }) => name.includes(text))
      const likeness = shared.reduce((sum, { weight }) => sum + weight, 0)
      return { prompt, folded_name: name, likeness }
    })
  const compared = rows
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, mostNames)
    .filter(({ prompt }) => !known.has(prompt))
  return pickSimilar(scoreNames(compared, words)).map(({ prompt }) => prompt)
}
