// The throughput of durable creations in a database of a million prompts; and the time of deleting a folder of
// 10,000, with the latencies of concurrent reads and writes.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '#contract/core/limits.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { sweepSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { realPrompts } from './data/library.ts'
import { openMillion, serveMillion } from './data/million.ts'
import { print, startNeighbour } from './load/neighbour.ts'
import { timedPost } from './load/timed-request.ts'

const count = 10_000
const connections = 4
const textLength = 1_500
/** Approximately the WAL bytes per prompt in SQLite. */
const loggedBytes = 64 * 1024

const prompts = (await realPrompts()).map(({ name, prompt }) => ({
  name: name.slice(0, limits.nameLength),
  prompt: prompt.slice(0, textLength),
}))

console.log('\nThe disk itself: appends of 64 kB, each flushed')
print('each', measureDisk())

const databases =
  process.argv[2] === 'SQLite' ? (['SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const)
for (const kind of databases) {
  const database = await openMillion(kind)
  await sweepTrigrams(database.location)
  const server = await serveMillion(database)
  const { cookie } = await server.signIn(1_000)
  const post = (path: string, input: object) =>
    timedPost(`${server.origin}/api/${path}`, cookie, input)
  const folder = await post('folders/create', { name: 'Ten thousand', color: '4ECDC4' })
  const { id: folderId } = JSON.parse(folder.body) as { id: string }

  const times: number[] = []
  let made = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (made < count) {
        const prompt = prompts[made++ % prompts.length]
        times.push((await post('prompts/create', { ...prompt, folderId, color: 'FFD166' })).ms)
      }
    }),
  )
  const perSecond = Math.round((1000 * times.length) / (performance.now() - began))
  console.log(`\n${kind}: ${perSecond} prompts created a second, ${connections} at a time`)
  print('each', times)

  const neighbour = await startNeighbour(server.origin, await server.signIn(500), { writes: true })
  const { ms } = await post('folders/delete', { folderId })
  console.log(`\n${kind}: a folder of ${count} prompts deleted in ${Math.round(ms)} ms`)
  await neighbour.stop()
  await server.stop()
  await database.close()
}

/** Sweeps what an earlier run has deleted, which the server would otherwise do during the measurement. */
async function sweepTrigrams(location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location)
  await migrateDatabase(location)
  while (await sweepSomeTrigrams(db.main));
  await db.close()
}

/** The upper bound for any database on this disk. */
function measureDisk(): number[] {
  const directory = mkdtempSync(join(tmpdir(), 'promptshelf-disk-'))
  const file = openSync(join(directory, 'log'), 'a')
  const block = Buffer.alloc(loggedBytes, 'x')
  const times = Array.from({ length: 1_000 }, () => {
    const start = performance.now()
    writeSync(file, block)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(directory, { recursive: true })
  return times
}
