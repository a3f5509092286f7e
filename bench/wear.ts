// Whether SQLite's index of trigrams stays quick when it has been written to for long: processor time of searches
// among a million prompts, before and after 300,000 prompts were made and deleted one by one in another library.
// Works on a copy of the database. `--writes` sets another number.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  beginMergingTrigrams,
  countSegments,
  mergeMoreTrigrams,
  sweepSomeTrigrams,
} from '#server/db/sqlite/trigrams.ts'
import { makeServices } from '#server/make-services.ts'
import { createPrompt } from '#server/prompts/create-prompt.ts'
import { searchLibrary } from '#server/search/search-library.ts'
import { eraseTrash } from '#server/trash/erase-trash.ts'
import { moveToTrash } from '#server/trash/move-to-trash.ts'
import { makeChance } from '#tests/support/chance.ts'
import { quantile, realPrompts } from './data/library.ts'
import { openMillion, total } from './data/million.ts'
import { emailOf, ownerNear } from './data/owners.ts'

const { values } = parseArgs({ options: { writes: { type: 'string', default: '300000' } } })
const writes = Number(values.writes)
const deletedAtOnce = 500
const textLength = 1_500
const tries = 60

const { location } = await openMillion('SQLite')
if (location.kind !== 'sqlite') throw new Error('This is about SQLite.')
const directory = mkdtempSync(join(location.file, '../../worn-'))
copyFileSync(location.file, join(directory, 'promptshelf.sqlite'))
const config = readConfig({ DATA_DIR: directory, NODE_ENV: 'development' })
const { services, close } = await makeServices(config, { jobs: [] })
const { main, background } = services.db

const texts = (await realPrompts()).map(({ name, prompt }) => ({
  name: name.slice(0, 200),
  prompt: prompt.slice(0, textLength),
}))
const chance = makeChance(1)
const queries = Array.from({ length: tries }, () => {
  const { prompt } = texts[chance(texts.length)] ?? { prompt: '' }
  const at = chance(Math.max(prompt.length - 12, 1))
  return prompt.slice(at, at + 4 + chance(8)).trim()
}).filter((query) => query.length >= 3)
const reader = await ownerOf(10_000)

const before = await measure('as it was filled')
await wear(await ownerOf(1_000))
const after = await measure('after the writes')
while (await sweepSomeTrigrams(main)) await pause()
await measure('swept')
await beginMergingTrigrams(background)
while (await mergeMoreTrigrams(background)) await pause()
const merged = await measure('merged')
console.log(
  `worn to new: ${(after / before).toFixed(2)}; once merged: ${(merged / before).toFixed(2)}`,
)
await close()
rmSync(directory, { recursive: true })

/** Makes prompts one by one, and deletes them for good. */
async function wear(owner: OwnerNo): Promise<void> {
  for (let made = 0; made < writes; made += deletedAtOnce) {
    const promptIds: string[] = []
    for (let at = 0; at < deletedAtOnce; at++) {
      const text = texts[(made + at) % texts.length] ?? { name: '', prompt: '' }
      promptIds.push(await createPrompt(services, owner, { ...text, color: '4ECDC4', notes: null }))
    }
    const trashId = await moveToTrash(services, owner, { promptIds, folderIds: [] })
    await eraseTrash(services, owner, [trashId])
    // As the background work does, between all that.
    for (let some = 0; some < deletedAtOnce / 10; some++) await sweepSomeTrigrams(main)
    if (made % 50_000 === 0)
      console.log(`${made} of ${writes}, ${await countSegments(main)} segments`)
  }
}

/** Milliseconds of processor time of all queries, each at its best of three. */
async function measure(state: string): Promise<number> {
  const times: number[] = []
  for (const search of queries) {
    let best = Infinity
    for (let attempt = 0; attempt < 3; attempt++) {
      const start = process.cpuUsage()
      await searchLibrary(services.db, reader, { search })
      const { user, system } = process.cpuUsage(start)
      best = Math.min(best, (user + system) / 1000)
    }
    times.push(best)
  }
  const sum = times.reduce((all, time) => all + time, 0)
  const [median, worst] = [quantile(times, 0.5), quantile(times, 0.99)]
  const segments = await countSegments(main)
  console.log(
    `${state.padEnd(18)} median ${median.toFixed(1)} p99 ${worst.toFixed(1)} all ${sum.toFixed(0)} ms, ${segments} segments`,
  )
  return sum
}

async function ownerOf(size: number): Promise<OwnerNo> {
  const { owner_no: owner } = await main
    .selectFrom('users')
    .select('owner_no')
    .where('email', '=', emailOf(ownerNear(size, total)))
    .executeTakeFirstOrThrow()
  return owner as unknown as OwnerNo
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
