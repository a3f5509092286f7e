import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { node } from '#scripts/prepare.mjs'
import about from '#cli/package/package.json' with { type: 'json' }
import { program, startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

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
async function connect(revision: '2025-11-25' | '2026-07-28', token = line.token) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  )
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp'],
    env: { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token, LANG: 'C' },
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, log: () => log }
}

describe.each(['2025-11-25', '2026-07-28'] as const)('The bridge at %s', (revision) => {
  it('passes on prompts, tools, completion and resources', async () => {
    const { client, log } = await connect(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'promptshelf' })
    const [listed, tools] = await Promise.all([client.listPrompts(), client.listTools()])
    expect(listed.prompts).toMatchObject([{ name: 'review', title: 'Überblick' }])
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

  it('reports why a token is refused, without printing the token', async () => {
    const ended = `${line.token.slice(0, -49)}${'0'.repeat(49)}`
    await expect(connect(revision, ended)).rejects.toThrow()
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
