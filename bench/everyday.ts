// A library of everyday size, 1,282 real prompts, on SQLite: the typical case. Each line shows requests per second, and
// the server's processor time per request, which depends less on other work on the machine.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { calls } from '#contract/calls.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'

const seconds = 5
const idleSeconds = 10
const folderSize = 200
const restores = 10
/** Clock ticks per second in `/proc`. */
const ticksPerSecond = 100

const library = await openLibrary()
const { id: fifty } = await library.call(calls.createFolder, { name: 'Fifty', color: '4ECDC4' })
const { id: many } = await library.call(calls.createFolder, { name: 'Many', color: '4ECDC4' })
const texts = await realPrompts()
let promptId = ''
for (const [index, { name, prompt }] of texts.entries()) {
  const folderId = index < 50 ? fifty : index < 50 + folderSize ? many : undefined
  const input = { name, prompt, color: 'FFD166', ...(folderId !== undefined && { folderId }) }
  promptId = (await library.call(calls.createPrompt, input)).id
}
await library.call(calls.togglePromptPublic, { promptId })

await pause(idleSeconds * 1000)
console.log(`memory idle: ${megabytes()} MB`)
const memory: number[] = []
const sampling = setInterval(() => memory.push(megabytes()), 200)

const searches = texts
  .flatMap(({ prompt: text }) => text.slice(20, 60).split(/\W+/).slice(1, 3))
  .filter((word) => word.length > 3)
  .map((word) => `/api/prompts/search?search=${encodeURIComponent(word)}`)
await load('search', searches, 1)
await load('search', searches, 8)
await load('names for the palette', ['/api/prompts/names'], 1)
await load('list of 50', [`/api/prompts/list?folderId=${fifty}`], 32)
const script = { name: 'Bench', scopes: ['library:read' as const] }
const { token } = await library.call(calls.createToken, script)
const authorization = `Bearer ${token}`
await load('list of 50, by a token', [`/api/prompts/list?folderId=${fifty}`], 32, { authorization })
await load('item', [`/api/prompts/get?promptId=${promptId}`], 32)
await load('shared prompt, as a page', [`/prompt/shared/${promptId}`], 32)
await restoreFolder()
clearInterval(sampling)
console.log(
  `memory under load: median ${quantile(memory, 0.5)} MB, at most ${quantile(memory, 1)} MB`,
)
await pause(idleSeconds * 1000)
console.log(`memory at rest after it: ${megabytes()} MB`)
await library.close()

async function load(
  name: string,
  paths: string[],
  connections: number,
  headers: Record<string, string> = { cookie: library.cookie },
): Promise<void> {
  const requests = paths.map((path) => ({ path }))
  const options = { url: library.url, headers, requests, connections }
  await autocannon({ ...options, duration: 2 })
  const before = processorSeconds()
  const result = await autocannon({ ...options, duration: seconds })
  const each = ((processorSeconds() - before) * 1000) / result.requests.total
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: not every answer was 200`)
  console.log(
    `${name}, ${connections} at once: ${Math.round(result.requests.average)} a second, ` +
      `${each.toFixed(2)} ms of the processor each`,
  )
}

/** Deletes a folder of 200 and restores it. */
async function restoreFolder(): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < restores; round++) {
    const { trashId } = await library.call(calls.deleteFolder, { folderId: many })
    const began = performance.now()
    await library.call(calls.restoreTrash, { trashId })
    times.push(performance.now() - began)
  }
  const [median, most] = [0.5, 1].map((share) => quantile(times, share).toFixed(0))
  console.log(`a folder of ${folderSize} out of the trash: median ${median} ms, longest ${most} ms`)
}

/** Sums up the server and the processes that it started. */
function processes(): number[] {
  const children = readdirSync(`/proc/${library.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${library.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [library.pid, ...children.map(Number)]
}

function processorSeconds(): number {
  const ticks = processes().map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, some) => sum + some, 0) / ticksPerSecond
}

/** Memory in MB, with memory shared between processes counted once. */
function megabytes(): number {
  const kilobytes = processes().map((pid) =>
    Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
  )
  return Math.round(kilobytes.reduce((sum, some) => sum + some, 0) / 1024)
}
