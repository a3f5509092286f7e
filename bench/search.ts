// Latencies of searches, key by key, over HTTP, in libraries of every size among a million prompts, on both
// databases, while another user reads; and whether the results equal those of a full scan.
import type { SearchResult } from '#contract/library/prompts.ts'
import { limits } from '#contract/core/limits.ts'
import { toNeedles } from '#contract/library/search/needles.ts'
import { fromStored } from '#server/library/search/search-text.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { makeChance, type Chance } from '#tests/support/chance.ts'
import { quantile, realPrompts } from './data/library.ts'
import { openMillion, serveMillion, type Owner } from './data/million.ts'
import { print, startNeighbour } from './load/neighbour.ts'
import { emailOf } from './data/owners.ts'
import { timedGet } from './load/timed-request.ts'
import { englishWords, germanWords } from './data/words.ts'

const tries = 200
const checked = 100
const sizes = [100, 300, 1_000, 3_000, 10_000, 100_000]
const shownSizes = [10_000, 100_000]

const titles = (await realPrompts())
  .map(({ name }) => name)
  .filter((name) => /^[\w ]{8,40}$/.test(name))
const texts = (await realPrompts()).map(({ prompt }) => prompt.slice(0, 1_500))

/** Kinds of typical queries. Each function returns a random one. */
const kinds: Record<string, (chance: Chance, owner: Owner) => string> = {
  'rare word': (chance, { index, size }) =>
    `unicum${index}-${Math.floor(size / 10) + chance(size - Math.floor(size / 10))}`,
  'common word': (chance) => oneOf(chance, chance(2) === 0 ? englishWords : germanWords),
  'three letters': (chance) => cutOut(chance, 3),
  'some letters': (chance) => cutOut(chance, 4 + chance(12)),
  phrase: (chance) => cutOut(chance, 16 + chance(24)),
  'two words': (chance) => `${oneOf(chance, englishWords)} ${oneOf(chance, germanWords)}`,
  'not there': (chance) => `qzx${chance(1000)}jq`,
  'misspelt title': (chance) => misspell(chance, oneOf(chance, titles)),
}

/** Times of any search, by library size and measured value. */
const bySize: Record<string, Record<string, string>> = {}
const databases =
  process.argv[2] === 'SQLite' ? (['SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const)
for (const kind of databases) {
  const database = await openMillion(kind)
  const server = await serveMillion(database)
  const neighbour = await startNeighbour(server.origin, await server.signIn(500))
  const figures: { size: number; all: number[] }[] = []
  // Loading a whole library blocks this process, which would distort the neighbour's latencies.
  const checkedLater: Owner[] = []
  for (const size of sizes) {
    const owner = await server.signIn(size)
    const isShown = shownSizes.includes(size)
    if (isShown)
      console.log(`\n${kind}: ${owner.size} prompts of a million, ${tries} tries each, ms`)
    const all: number[] = []
    for (const [name, make] of Object.entries(kinds)) {
      const times = await measure(server.origin, owner, name, make)
      // Comparable with measurements from before similar names were searched for.
      if (name !== 'misspelt title') all.push(...times)
      if (isShown) print(name, times)
    }
    figures.push({ size: owner.size, all })
    if (isShown) {
      print('any query', all)
      checkedLater.push(owner)
    }
  }
  console.log('\nReads of another user')
  await neighbour.stop()
  for (const owner of checkedLater) await check(server.origin, owner, database.location)
  for (const { size, all } of figures) {
    const [median, p99] = [0.5, 0.99].map((share) => quantile(all, share).toFixed(1))
    bySize[size] = { ...bySize[size], [`${kind}, median`]: `${median}`, [`${kind}, p99`]: `${p99}` }
  }
  await server.stop()
  await database.close()
}
console.log('\nAny search, by prompts in the library, ms')
console.table(bySize)

async function measure(
  origin: string,
  owner: Owner,
  name: string,
  make: (chance: Chance, owner: Owner) => string,
): Promise<number[]> {
  const chance = makeChance(name.length)
  const times: number[] = []
  for (let attempt = 0; attempt < tries; attempt++) {
    times.push((await search(origin, owner, make(chance, owner))).ms)
  }
  return times
}

function search(origin: string, { cookie }: Owner, query: string) {
  const path = `/api/prompts/search?search=${encodeURIComponent(query)}`
  return timedGet(origin + path, cookie)
}

/** Compares answers with a full scan of the library. */
async function check(origin: string, owner: Owner, location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location)
  const rows = await db.main
    .selectFrom('prompt_search')
    .innerJoin('prompts', 'prompts.rid', 'prompt_search.rid')
    .innerJoin('users', 'users.owner_no', 'prompt_search.owner_no')
    .select(['prompts.id', 'prompt_search.sort_key', 'prompt_search.rid', 'folded_name', 'text'])
    .where('users.email', '=', emailOf(owner.index))
    .orderBy('prompt_search.sort_key')
    .orderBy('prompt_search.rid')
    .execute()
  await db.close()
  const library = rows.map(({ text, folded_name, ...row }) => ({
    ...row,
    text: fromStored(db.main, text),
    folded_name: fromStored(db.main, folded_name),
  }))
  const chance = makeChance(owner.size)
  const makers = Object.values(kinds)
  for (let attempt = 0; attempt < checked; attempt++) {
    const query = oneOf(chance, makers)(chance, owner)
    const { words } = toNeedles(query.trim())
    const isHit = (text: string) => words.every((word) => text.includes(word))
    const hits = library.filter(({ text }) => isHit(text))
    const named = hits.filter(({ folded_name }) => isHit(folded_name))
    const { body } = await search(origin, owner, query)
    const found = (JSON.parse(body) as SearchResult).prompts.map((hit) => hit.id)
    const ids = new Set(hits.map(({ id }) => id))
    // Words may also be found in the names of folders.
    const isEqual =
      found.length >= Math.min(hits.length, limits.searchHits) &&
      (words.length > 1 || found.every((id) => ids.has(id)))
    const first = new Set(found.slice(0, named.length))
    const isNamedFirst = named.length > first.size || named.every(({ id }) => first.has(id))
    if (!isEqual || !isNamedFirst) throw new Error(`Wrong results: ${query}`)
  }
  console.log(`${checked} answers agree with a full scan`)
}

/** A substring of a real prompt with at least three letters. */
function cutOut(chance: Chance, length: number): string {
  while (true) {
    const text = oneOf(chance, texts)
    const at = chance(Math.max(1, text.length - length))
    const cut = text
      .slice(at, at + length)
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (cut.length >= 3 && cut.isWellFormed()) return cut
  }
}

/** Returns a word without one of its letters. */
function misspell(chance: Chance, title: string): string {
  const at = 2 + chance(title.length - 4)
  return title.slice(0, at) + title.slice(at + 1)
}

function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance(items.length)]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}
