import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { node } from '#scripts/prepare.mjs'
import about from '#cli/package/package.json' with { type: 'json' }
import { makeQueue } from '#tests/support/make-queue.ts'
import { program, startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { startPassingProxy } from '#tests/support/servers/passing-proxy.ts'

let line: CommandLine
beforeAll(async () => {
  line = await startCommandLine()
  await line.call(calls.createPrompt, {
    name: 'Überblick',
    shortName: 'review',
    prompt: 'Review {code}.',
    color: '4ECDC4',
  })
})
afterAll(() => line.stop())

/** The official client, which starts the bridge. `took` is the bridge's stderr output. */
async function connect(
  revision: '2025-11-25' | '2026-07-28',
  { token = line.token, origin = line.server.origin, onChange = () => {} } = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged: onChange } },
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    },
  )
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp'],
    env: { PROMPTSHELF_URL: origin, PROMPTSHELF_TOKEN: token, LANG: 'C' },
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, log: () => log }
}

/** A client that is announced changes, through a proxy. */
async function subscribe(revision: '2025-11-25' | '2026-07-28') {
  const streaming = Promise.withResolvers<void>()
  const proxy = await startPassingProxy(
    () => line.server.origin,
    async () => {},
    ({ method }) => method === 'GET' && streaming.resolve(),
  )
  onTestFinished(proxy.stop)
  const changes = makeQueue()
  const { client } = await connect(revision, { origin: proxy.origin, onChange: changes.add })
  // In the newer revision, connecting includes the subscription.
  if (revision === '2025-11-25') await streaming.promise
  return { proxy, changes, client }
}

async function makeNamed(shortName: string): Promise<void> {
  await line.call(calls.createPrompt, { name: 'P', shortName, prompt: 'x', color: '4ECDC4' })
}

describe.each(['2025-11-25', '2026-07-28'] as const)('The bridge at %s', (revision) => {
  it('passes on prompts, tools, completion and resources', async () => {
    const { client, log } = await connect(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'promptshelf' })
    const [listed, tools] = await Promise.all([client.listPrompts(), client.listTools()])
    const review = { name: 'review', title: 'Überblick' }
    expect(listed.prompts).toContainEqual(expect.objectContaining(review))
    expect(tools.tools).toHaveLength(6)
    const got = await client.getPrompt({ name: 'review', arguments: { code: 'ä\n{b}' } })
    expect(got.messages).toMatchObject([{ content: { text: 'Review ä\n{b}.' } }])
    const used = await client.callTool({ name: 'use_prompt', arguments: { name: 'review' } })
    expect(JSON.stringify(used.content)).toContain('Review {code}.')
    const read = await client.readResource({ uri: 'promptshelf://prompts/review' })
    expect(read.contents).toMatchObject([{ text: 'Review {code}.' }])
    // Not plain ASCII, so its header is encoded.
    await expect(client.getPrompt({ name: 'Überblick' })).rejects.toThrow('no prompt named')
    expect(log()).toBe('')
  })

  it('passes on announcements', async () => {
    const { proxy, changes, client } = await subscribe(revision)
    await makeNamed(`first-${revision}`)
    await changes.next()
    const named = (await client.listPrompts()).prompts.map(({ name }) => name)
    expect(named).toContain(`first-${revision}`)
    // It fails, or continues with what has changed since then.
    const closed = client.autoOpenedSubscription?.closed
    proxy.cut()
    await makeNamed(`second-${revision}`)
    if (revision === '2026-07-28') expect(await closed).toBe('remote')
    else await changes.next()
  })

  it('reports why a token is refused, without printing the token', async () => {
    const ended = `${line.token.slice(0, -49)}${'0'.repeat(49)}`
    await expect(connect(revision, { token: ended })).rejects.toThrow()
    const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: ended }
    const input =
      '{"jsonrpc":"2.0","id":"a","method":"ping"}\nnonsense\n{"jsonrpc":"2.0","method":"n"}\n'
    const { out, err, code } = await line.run(['mcp'], { env, input })
    expect(code).toBe(0)
    const answers = out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as object)
    expect(answers).toHaveLength(2)
    expect(answers).toContainEqual(
      expect.objectContaining({
        id: 'a',
        error: { code: -32_000, message: expect.stringContaining('promptshelf login') },
      }),
    )
    expect(err).toContain('Log in again')
    expect(out + err).not.toContain(ended.slice(-20))
  })
})

it('exits with its input, although it follows announcements', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: about }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
  ]
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: line.token }
  const { out, code } = await line.run(['mcp'], { env, input })
  expect([code, out.trim().split('\n').length]).toEqual([0, 2])
})

it('exits if its output cannot be written', async () => {
  const full = await line.bash("echo '{' | promptshelf mcp > /dev/full")
  expect(full).toMatchObject({
    code: 1,
    err: 'The answer could not be written: the disk is full.\n',
  })
})

it('requires a login', async () => {
  const env = { XDG_CONFIG_HOME: '/nonexistent' }
  expect(await line.run(['mcp'], { env, input: '' })).toMatchObject({ code: 3, out: '' })
  const input = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n'
  const { out, code } = await line.run(['mcp'], { env, input })
  expect(code).toBe(3)
  expect(JSON.parse(out)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_000, message: expect.stringContaining('promptshelf login') },
  })
})

it('is a bundle for desktop assistants, which the server serves', async () => {
  const response = await fetch(`${line.server.origin}/promptshelf.mcpb`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.keys(files)).toEqual(['manifest.json', 'promptshelf.mjs'])
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))
  expect(manifest).toMatchObject({
    version: about.version,
    server: { mcp_config: { args: ['${__dirname}/promptshelf.mjs', 'mcp'] } },
    user_config: { token: { sensitive: true } },
  })
  expect(strFromU8(files['promptshelf.mjs'] ?? new Uint8Array())).toBe(
    readFileSync(join(dirname(program), 'promptshelf.mjs'), 'utf8'),
  )
})
