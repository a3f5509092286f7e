// How soon what a model sends is at the client, and what many runs at once cost the server and its other users.
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { toRequest } from '#contract/core/client.ts'
import type { RunLine } from '#contract/runs/runs.ts'
import { siteUser, type SiteUser } from '#tests/faults/support/site-user.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { quantile } from './data/library.ts'

const few = 20
const many = 200
/** Of one account. */
const runsAtOnce = 4
const rounds = 3
const pieces = 100
const pieceMs = 100
const readEveryMs = 20

const model = await startModel()
const directory = makeScratchDirectory('bench-runs')
const file = join(directory, 'models.json')
const cheap = { creditsPerMillionInput: 1, creditsPerMillionOutput: 1, maxOutput: 1_000 }
const one = { id: 'm', name: 'M', dialect: 'openai', model: 'm', baseUrl: model.origin, ...cheap }
await writeFile(file, JSON.stringify({ models: [one] }))
const server = await startServer({ MODELS_FILE: file })

const reader = siteUser(server.origin, 'reader@example.com')
await reader.signUp()
const { id: readId } = await reader.ask(calls.createPrompt, {
  name: 'Poem',
  color: 'f1f5f9',
  prompt: 'Write about {topic}.',
})
const users = await Promise.all(
  Array.from({ length: many / runsAtOnce }, async (_, count) => {
    const user = siteUser(server.origin, `user-${count}@example.com`)
    await user.signUp()
    const prompt = { name: 'Poem', color: 'f1f5f9', prompt: 'Write about bread.' }
    const { id: promptId } = await user.ask(calls.createPrompt, prompt)
    return { user, promptId }
  }),
)

await run(few, 10)
const idle = await measureMemory()
const quiet = await readWhile(pause(5_000))
const firsts: number[] = []
const all: number[] = []
for (let round = 0; round < rounds; round++) {
  const delays = await run(few, pieces / 2)
  firsts.push(...delays.map(([first = 0]) => first))
  all.push(...delays.flat())
}
let highest = 0
const watching = setInterval(() => {
  void measureMemory().then((megabytes) => (highest = Math.max(highest, megabytes)))
}, 200)
const began = performance.now()
const usedBefore = await measureProcessor()
const running = run(many, pieces)
const busy = await readWhile(running)
const delays = await running
clearInterval(watching)
const used = (await measureProcessor()) - usedBefore
const seconds = (performance.now() - began) / 1000
await pause(2_000)

console.log(`\nFrom the model's server to the client, in milliseconds`)
tell(`${few} at once, first piece`, firsts)
tell(`${few} at once, every piece`, all)
tell(`${many} at once, every piece`, delays.flat())
tell(
  `${many} at once, after two seconds`,
  delays.flatMap((ofRun) => ofRun.slice(2_000 / pieceMs)),
)
console.log(`A prompt read by another user every ${readEveryMs} ms`)
tell('without runs', quiet)
tell(`during ${many} runs`, busy)
console.log(`Memory: ${idle} MB before, ${highest} MB at most, ${await measureMemory()} MB after`)
console.log(
  `Processor time of the server: ${used.toFixed(1)} s of ${seconds.toFixed(1)}, its start of the runs included`,
)
await server.stop()
model.close()

function tell(what: string, figures: number[]): void {
  const [median, p99, most] = [0.5, 0.99, 1].map((share) => quantile(figures, share).toFixed(1))
  console.log(`  ${what}: median ${median}, p99 ${p99}, most ${most} (${figures.length})`)
}

/** Runs as many prompts at once, of as many accounts as it takes. Returns the delay of each piece, by run. */
async function run(count: number, length: number): Promise<number[][]> {
  const runs = Array.from({ length: count }, (_, index) => {
    const { user, promptId } = users[Math.floor(index / runsAtOnce)] ?? users[0] ?? missing()
    return follow(user, promptId, length)
  })
  return Promise.all(runs)
}

async function follow(user: SiteUser, promptId: string, length: number): Promise<number[]> {
  const attempt = crypto.randomUUID().replaceAll('-', '')
  const started = { attempt, promptId, values: [], text: String(length), model: 'm' }
  const { runId } = await user.ask(calls.startRun, started)
  const { path } = toRequest(calls.followRun, { runId })
  const response = await fetch(server.origin + path, { headers: { cookie: user.cookie() } })
  const delays: number[] = []
  let begun = ''
  for await (const chunk of response.body ?? []) {
    const now = performance.now()
    const lines = (begun + Buffer.from(chunk).toString()).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines.map((text) => JSON.parse(text) as RunLine)) {
      if ('end' in line && line.end.state !== 'done') throw new Error(JSON.stringify(line))
      if (!('text' in line)) continue
      for (const sent of line.text.trim().split(' ')) delays.push(now - Number(sent))
    }
  }
  if (delays.length !== length) throw new Error(`${delays.length} of ${length} pieces came.`)
  return delays
}

async function readWhile(running: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const done = running.then(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const began = performance.now()
    await reader.ask(calls.getPrompt, { promptId: readId })
    times.push(performance.now() - began)
    await pause(readEveryMs)
  }
  await done
  return times
}

async function measureMemory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Seconds, in hundredths. */
async function measureProcessor(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = status.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / 100
}

/** A model whose answer has as many pieces as it is asked for; each is the time at which it is sent. */
async function startModel() {
  const modelServer = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      await answer(response, Number(messages.at(-1)?.content))
    })()
  })
  modelServer.listen(0, '127.0.0.1')
  await once(modelServer, 'listening')
  const { port } = modelServer.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}/v1`, close: () => modelServer.close() }
}

async function answer(response: ServerResponse, length: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
  // Not all in the same moment.
  await pause(Math.random() * pieceMs)
  for (let count = 0; count < length; count++) {
    say({ content: `${performance.now()} ` })
    await pause(pieceMs)
  }
  say({}, 'stop')
  response.end('data: [DONE]\n\n')
}

function missing(): never {
  throw new Error('There are no users.')
}
