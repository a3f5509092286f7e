// Ten minutes (or `npm run bench -- load --minutes 1`) of mixed requests over 32 connections on a million prompts:
// whether memory stays constant and the event loop responsive.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeChance } from '#tests/support/chance.ts'
import { realPrompts } from '#bench/data/library.ts'
import { openMillion, serveMillion, type Owner } from '#bench/data/million.ts'
import { print } from './neighbour.ts'
import { timedGet, timedPost } from './timed-request.ts'

const connections = 32
const ownerSizes = [50, 100, 200, 400, 800, 1_600, 3_000, 6_000]
const sampleEveryMs = 5_000
/** About how many undeleted prompts each connection keeps, so that libraries do not grow. */
const keptPrompts = 10

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const endsAt = performance.now() + Number(values.minutes) * 60_000
const texts = await realPrompts()
const database = await openMillion('SQLite')
const watch = new URL('watch-server.mjs', import.meta.url).href
const server = await serveMillion({
  ...database,
  environment: { ...database.environment, NODE_OPTIONS: `--import=${watch}` },
})
const owners: Owner[] = []
for (const size of ownerSizes) owners.push(await server.signIn(size))

const times = new Map<string, number[]>()
const memory: { minute: number; megabytes: number }[] = []
const sampling = sampleMemory()
const halfway = pause((endsAt - performance.now()) / 2).then(askServer)
await Promise.all(Array.from({ length: connections }, (_, index) => work(index)))
await sampling
const before = await halfway
const now = await askServer()
const requests = [...times.values()].reduce((sum, list) => sum + list.length, 0)
console.log(`\n${values.minutes} minutes, ${connections} connections: ${requests} requests`)
for (const [name, list] of times) print(name, list)
const round = (value: number) => value.toFixed(1)
console.log(
  `event loop held up: median ${round(now.median)}, p99 ${round(now.p99)}, longest ${round(now.longest)} ms`,
)
const most = Math.max(...memory.map(({ megabytes }) => megabytes))
console.log(`memory: at most ${Math.round(most)} MB, ${round(slope())} MB more each minute`)
console.log(
  `of it in use: ${round(before.inUse)} MB after half the time, ${round(now.inUse)} at the end`,
)
await server.stop()
await database.close()

/** Simulates a user with sequential requests, mostly reads. */
async function work(index: number): Promise<void> {
  const chance = makeChance(index + 1)
  const { cookie } = owners[index % owners.length] ?? { cookie: '' }
  const get = (name: string, path: string) =>
    note(name, timedGet(`${server.origin}/api/${path}`, cookie))
  const post = (name: string, path: string, input: object) =>
    note(name, timedPost(`${server.origin}/api/${path}`, cookie, input))
  const made: string[] = []
  while (performance.now() < endsAt) {
    const { name, prompt } = texts[chance(texts.length)] ?? { name: '', prompt: '' }
    const text = { name: name.slice(0, 200), prompt: prompt.slice(0, 10_000), color: 'FFD166' }
    const what = chance(100)
    const promptId = made[chance(Math.max(1, made.length))]
    if (what < 30) await get('list', 'prompts/list')
    else if (what < 45) await get('folders', 'folders/list')
    else if (what < 60) await get('login check', 'login-checker')
    else if (what < 70) {
      const word = prompt.slice(10, 10 + 3 + chance(10)).trim()
      if (word.length > 3 && word.isWellFormed()) {
        await get('search', `prompts/search?search=${encodeURIComponent(word)}`)
      }
    } else if (promptId === undefined || (what < 80 && made.length < keptPrompts)) {
      const { id } = JSON.parse((await post('create', 'prompts/create', text)).body) as {
        id: string
      }
      made.push(id)
    } else if (what < 90) await get('read', `prompts/get?promptId=${promptId}`)
    else if (what < 95) await post('update', 'prompts/update', { ...text, promptId })
    else {
      made.splice(made.indexOf(promptId), 1)
      await post('delete', 'prompts/delete', { promptId })
    }
  }
  // Restores the initial state for the next run.
  for (const promptId of made)
    await timedPost(`${server.origin}/api/prompts/delete`, cookie, { promptId })
}

async function note<Answer extends { ms: number }>(name: string, answer: Promise<Answer>) {
  const { ms, ...rest } = await answer
  const list = times.get(name) ?? []
  times.set(name, list)
  list.push(ms)
  return rest
}

/** The report of `watch-server.mjs`. */
async function askServer() {
  server.takeLog()
  process.kill(server.pid, 'SIGUSR2')
  let log = ''
  while (!log.includes('"inUse"')) {
    await pause(50)
    log += server.takeLog()
  }
  const line = log.split('\n').find((text) => text.includes('"inUse"')) ?? ''
  return JSON.parse(line) as Record<'median' | 'p99' | 'longest' | 'inUse', number>
}

async function sampleMemory(): Promise<void> {
  const began = performance.now()
  while (performance.now() < endsAt) {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    memory.push({ minute: (performance.now() - began) / 60_000, megabytes })
    await pause(sampleEveryMs)
  }
}

/** The slope of a linear fit to the second half, when everything has been loaded. */
function slope(): number {
  const half = memory.slice(Math.floor(memory.length / 2))
  const minute = mean(half.map((sample) => sample.minute))
  const megabytes = mean(half.map((sample) => sample.megabytes))
  const along = half.map((sample) => (sample.minute - minute) * (sample.megabytes - megabytes))
  return mean(along) / mean(half.map((sample) => (sample.minute - minute) ** 2))
}

function mean(figures: number[]): number {
  return figures.reduce((sum, value) => sum + value, 0) / figures.length
}
