// A library of everyday size, 1,282 real prompts, on SQLite: the typical case. Each line shows requests per second, the
// server's processor time per request, which depends less on other work on the machine, and the 99th percentile.
// `-- everyday DIR` measures the installed and built checkout of another release, too: in turns, a second each.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { calls } from '#contract/calls.ts'
import { openLibrary, quantile, realPrompts, type Library } from '#bench/data/library.ts'

const slices = 10
const sliceSeconds = 1
const idleSeconds = 10
const folderSize = 200
const restores = 10
/** Clock ticks per second in `/proc`. */
const ticksPerSecond = 100

type Side = {
  name: string
  library: Library
  /** The folder of 50, and the folder to delete. */
  fifty: string
  many: string
  promptId: string
  memory: number[]
}

const [checkout] = process.argv.slice(2)
const texts = await realPrompts()
const sides = [await openSide('this one')]
if (checkout !== undefined) sides.push(await openSide('other', resolve(checkout)))

await pause(idleSeconds * 1000)
for (const { name, library } of sides) console.log(`memory idle, ${name}: ${megabytes(library)} MB`)
const sampling = setInterval(() => {
  for (const { library, memory } of sides) memory.push(megabytes(library))
}, 200)

const searches = texts
  .flatMap(({ prompt: text }) => text.slice(20, 60).split(/\W+/).slice(1, 3))
  .filter((word) => word.length > 3)
  .map((word) => `/api/prompts/search?search=${encodeURIComponent(word)}`)
const byCookie = ({ library: { cookie } }: Side) => ({ cookie })
await load('search', () => searches, 1)
await load('search', () => searches, 8)
await load('names for the palette', () => ['/api/prompts/names'], 1)
await load('names for the palette', () => ['/api/prompts/names'], 8)
await load('list of 50', ({ fifty }) => [`/api/prompts/list?folderId=${fifty}`], 32)
await load('item', ({ promptId }) => [`/api/prompts/get?promptId=${promptId}`], 32)
await load(
  'shared prompt, as a page',
  ({ promptId }) => [`/prompt/shared/${promptId}`],
  32,
  () => ({}),
)
for (const side of sides) await restoreFolder(side)
clearInterval(sampling)
for (const { name, memory } of sides) {
  const [median, most] = [0.5, 1].map((share) => quantile(memory, share))
  console.log(`memory under load, ${name}: median ${median} MB, at most ${most} MB`)
}
await pause(idleSeconds * 1000)
for (const { name, library } of sides) {
  console.log(`memory at rest after it, ${name}: ${megabytes(library)} MB`)
  await library.close()
}

async function openSide(name: string, from?: string): Promise<Side> {
  const library = await openLibrary({}, from)
  const { id: fifty } = await library.call(calls.createFolder, { name: 'Fifty', color: '4ECDC4' })
  const { id: many } = await library.call(calls.createFolder, { name: 'Many', color: '4ECDC4' })
  let promptId = ''
  for (const [index, { name: title, prompt }] of texts.entries()) {
    const folderId = index < 50 ? fifty : index < 50 + folderSize ? many : undefined
    const input = {
      name: title,
      prompt,
      color: 'FFD166',
      ...(folderId !== undefined && { folderId }),
    }
    promptId = (await library.call(calls.createPrompt, input)).id
  }
  await library.call(calls.togglePromptPublic, { promptId })
  return { name, library, fifty, many, promptId, memory: [] }
}

/** Loads each side in turns, and prints its medians. */
async function load(
  name: string,
  pathsOf: (side: Side) => string[],
  connections: number,
  headersOf: (side: Side) => Record<string, string> = byCookie,
): Promise<void> {
  const figures = sides.map(() => ({
    rates: [] as number[],
    each: [] as number[],
    p99: [] as number[],
  }))
  for (let slice = -1; slice < slices; slice++) {
    for (const [index, side] of sides.entries()) {
      const before = processorSeconds(side.library)
      const result = await autocannon({
        url: side.library.url,
        headers: headersOf(side),
        requests: pathsOf(side).map((path) => ({ path })),
        connections,
        duration: sliceSeconds,
      })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: not every answer was 200`)
      // The first slice warms up.
      if (slice < 0) continue
      const each = ((processorSeconds(side.library) - before) * 1000) / result.requests.total
      figures[index]?.each.push(each)
      figures[index]?.rates.push(result.requests.total / result.duration)
      figures[index]?.p99.push(result.latency.p99)
    }
  }
  for (const [index, side] of sides.entries()) {
    const { rates = [], each = [], p99 = [] } = figures[index] ?? {}
    console.log(
      `${name}, ${connections} at once, ${side.name}: ${quantile(rates, 0.5).toFixed(0)} a second, ` +
        `${quantile(each, 0.5).toFixed(3)} ms of the processor each, p99 ${quantile(p99, 0.5)} ms`,
    )
  }
}

/** Deletes a folder of 200 and restores it. */
async function restoreFolder({ name, library, many }: Side): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < restores; round++) {
    const { trashId } = await library.call(calls.deleteFolder, { folderId: many })
    const began = performance.now()
    await library.call(calls.restoreTrash, { trashId })
    times.push(performance.now() - began)
  }
  const [median, most] = [0.5, 1].map((share) => quantile(times, share).toFixed(0))
  console.log(
    `a folder of ${folderSize} out of the trash, ${name}: median ${median} ms, longest ${most} ms`,
  )
}

/** Sums up the server and the processes that it started. */
function processesOf({ pid }: Library): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [pid, ...children.map(Number)]
}

function processorSeconds(library: Library): number {
  const ticks = processesOf(library).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, some) => sum + some, 0) / ticksPerSecond
}

/** Memory in MB, with memory shared between processes counted once. */
function megabytes(library: Library): number {
  const kilobytes = processesOf(library).map((pid) =>
    Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
  )
  return Math.round(kilobytes.reduce((sum, some) => sum + some, 0) / 1024)
}
