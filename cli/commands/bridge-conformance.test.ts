import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { node } from '#scripts/prepare.mjs'
import { program, startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { createFixtures, failuresOf, runSuite } from '#tests/support/clients/conformance-suite.ts'

let line: CommandLine

beforeAll(async () => {
  line = await startCommandLine()
  await createFixtures(line.call)
})
afterAll(() => line.stop())

type Message = { id?: number | string; error?: object }

/**
 * Passes messages from HTTP, the only transport of the suite, to a bridge, and its answers back. Returns the address.
 */
async function serveBridge(): Promise<string> {
  const bridge = spawn(node, [program, 'mcp'], {
    env: { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: line.token },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // The suite may reuse an id, but not before its answer.
  const waiting = new Map<Message['id'], (answer: Message) => void>()
  createInterface({ input: bridge.stdout }).on('line', (answer) => {
    const message = JSON.parse(answer) as Message
    waiting.get(message.id)?.(message)
  })
  const front = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    void text(request).then(async (body) => {
      const { id } = JSON.parse(body) as Message
      const answered = Promise.withResolvers<Message>()
      if (id !== undefined) waiting.set(id, answered.resolve)
      bridge.stdin.write(`${body.replaceAll('\n', ' ')}\n`)
      if (id === undefined) return response.writeHead(202).end()
      const answer = await answered.promise
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer))
    })
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    front.closeAllConnections()
    front.close()
    bridge.stdin.end()
    await once(bridge, 'exit')
  })
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`
}

/** The tests of the official suite that are about messages, not about HTTP, and apply to the server. */
const scenarios = {
  '2025-11-25': [
    'completion-complete',
    'ping',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'tools-list',
  ],
  '2026-07-28': [
    'caching',
    'completion-complete',
    'input-required-result-non-tool-request',
    'input-required-result-unsupported-methods',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'tools-list',
  ],
}

test.concurrent.for(Object.entries(scenarios))(
  'The bridge passes each scenario of the official suite that is about messages at %s',
  async ([revision, names]) => {
    const address = await serveBridge()
    const results = await runSuite(address, '--suite', 'all', '--spec-version', revision)
    const run = new Map([...results].filter(([scenario]) => names.includes(scenario)))
    expect([...run.keys()].toSorted()).toEqual(names)
    expect(failuresOf(run)).toEqual([])
  },
)
