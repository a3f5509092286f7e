// How many requests a second the two most frequent calls take, beside a Fastify that says hello.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { calls } from '#contract/calls.ts'
import { openLibrary, quantile, realPrompts } from './library.ts'
import { plot } from './plot.ts'

const rounds = 5
const seconds = 3
const comparedAt = 32
const connectionCounts = [1, 2, 4, 8, 16, 32, 64, 128, 256]

// This process never sleeps: on an idle virtual machine, waking it takes the process that answers some 6 µs
// a request, and only one that is slower than this would ever do so.
let turn = setImmediate(stayAwake)
function stayAwake() {
  turn = setImmediate(stayAwake)
}

const bare = spawn(process.execPath, [new URL('bare-server.ts', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = (await once(bare.stdout, 'data')) as [Buffer]
const { address } = JSON.parse(line.toString()) as { address: string }

const library = await openLibrary()
const { id: folderId } = await library.call(calls.createFolder, { name: 'Fifty', color: '4ECDC4' })
let promptId = ''
for (const { name, prompt } of (await realPrompts()).slice(0, 50)) {
  const input = { folderId, name, prompt, color: 'FFD166' }
  promptId = (await library.call(calls.createPrompt, input)).id
}

const targets = {
  'bare Fastify': address,
  'list of 50 prompts': `${library.url}/api/prompts/list?folderId=${folderId}`,
  'single prompt': `${library.url}/api/prompts/get?promptId=${promptId}`,
}
const figures = new Map<string, number[]>(Object.keys(targets).map((name) => [name, []]))
// In turns, so that whatever else the machine does meets all of them.
for (let round = 0; round <= rounds; round++) {
  for (const [name, url] of Object.entries(targets)) {
    const perSecond = await load(url, comparedAt)
    const isWarmUp = round === 0
    if (!isWarmUp) figures.get(name)?.push(perSecond)
  }
}

const yardstick = quantile(figures.get('bare Fastify') ?? [], 0.5)
console.log(
  `\nRequests a second, ${comparedAt} connections, median of ${rounds} rounds of ${seconds} s`,
)
for (const [name, perSecond] of figures) {
  const median = quantile(perSecond, 0.5)
  console.log(`${name.padEnd(20)} ${Math.round(median)}  ${(median / yardstick).toFixed(3)}`)
}

const curves = []
for (const [name, url] of Object.entries(targets)) {
  const points: [number, number][] = []
  for (const connections of connectionCounts)
    points.push([connections, await load(url, connections)])
  curves.push({ name, points })
}
plot('throughput', { title: 'Requests a second', x: 'connections', y: 'a second' }, curves)

clearImmediate(turn)
bare.kill()
await library.close()

async function load(url: string, connections: number): Promise<number> {
  const headers = { cookie: library.cookie }
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: not every answer was 200`)
  return result.requests.average
}
