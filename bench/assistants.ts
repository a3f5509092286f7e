// Lists of a library of 1,000 short names, as assistants request them: the first message loads the protocol's library.
import { readFileSync } from 'node:fs'
import { calls } from '#contract/calls.ts'
import { toFreeShortName, toShortName } from '#contract/core/short-names.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'

const named = 1_000
const rounds = 50
const clients = 50

const library = await openLibrary()
const taken = new Set<string>()
for (const { name, prompt } of (await realPrompts()).slice(0, named)) {
  const shortName = toFreeShortName(toShortName(name) ?? 'prompt', taken)
  taken.add(shortName)
  const input = { name, shortName, prompt: toStoredForm(prompt), color: 'FFD166' }
  await library.call(calls.createPrompt, input)
}
const scopes = ['library:read' as const]
const { token } = await library.call(calls.createToken, { name: 'Bench', scopes })

console.log(`memory before: ${megabytes()} MB`)
for (const which of ['first', 'second']) {
  const from = performance.now()
  const response = await fetch(`${library.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['http://localhost/callback'] }),
  })
  if (response.status !== 201) throw new Error(`OAuth: ${await response.text()}`)
  const took = (performance.now() - from).toFixed(0)
  console.log(`${which} request to the OAuth server: ${took} ms, memory then: ${megabytes()} MB`)
}
const began = performance.now()
await ask('tools/list')
console.log(`first message, with the import: ${(performance.now() - began).toFixed(0)} ms`)
for (const method of ['prompts/list', 'tools/list', 'resources/list', 'skills/list']) {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    bytes = (await ask(method)).length
    times.push(performance.now() - from)
  }
  const [median, most] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1))
  console.log(`${method}: median ${median} ms, p99 ${most} ms, ${bytes} characters`)
}
const times: number[] = []
for (let round = 0; round < 10; round++) {
  const asked = Array.from({ length: clients }, async () => {
    const from = performance.now()
    await ask('prompts/list')
    times.push(performance.now() - from)
  })
  await Promise.all(asked)
}
const [median, most] = [0.5, 1].map((share) => quantile(times, share).toFixed(0))
console.log(`prompts/list, ${clients} at once: median ${median} ms, longest ${most} ms`)
console.log(`memory after: ${megabytes()} MB`)
await library.close()

async function ask(method: string): Promise<string> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const response = await fetch(`${library.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method}: ${text}`)
  return text
}

/** Memory of the server's process in MB. */
function megabytes(): number {
  const rollup = readFileSync(`/proc/${library.pid}/smaps_rollup`, 'utf8')
  return Math.round(Number(/Pss:\s+(\d+)/.exec(rollup)?.[1]) / 1024)
}
