import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PromptCard } from '#contract/library/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import type { Search } from '#server/library/search/matching.queries.ts'
import { listCardsOf, listNamesLike } from '#server/library/search/similar.queries.ts'
import { pickSimilar, scoreNames, toSoughtWords } from '#contract/library/search/similarity.ts'

/** Scoring these takes a millisecond or two if names have the maximum length. */
const namesAtOnce = 10

/** Finds the prompts in scope, other than the hits, whose names are similar to a query. */
export async function findSimilar(
  db: Handle,
  query: string,
  search: Pick<Search, 'owner' | 'scope'>,
  hits: readonly { rid: number }[],
): Promise<(PromptCard & { folderId: string | null })[]> {
  const words = toSoughtWords(query)
  if (words.length === 0) return []
  const known = new Set(hits.map(({ rid }) => rid))
  const names = (await listNamesLike(db, search, words)).filter(({ rid }) => !known.has(rid))
  const scored: ReturnType<typeof scoreNames<(typeof names)[number]>> = []
  for (let from = 0; from < names.length; from += namesAtOnce) {
    scored.push(...scoreNames(names.slice(from, from + namesAtOnce), words))
    await nextTurn()
  }
  const similar = pickSimilar(scored)
  return listCardsOf(
    db,
    search.owner,
    similar.map(({ rid }) => rid),
  )
}
