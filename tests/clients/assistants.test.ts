import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { root } from '#scripts/prepare.mjs'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { consent } from './support/consent.ts'
import { startCodexModel } from './support/codex-model.ts'
import { startStandInModel } from './support/stand-in-model.ts'

const prompt = 'Review this {<b>language</b>} code, in a {<b>tone</b>} tone.'
const filled = 'Review this Go code, in a warm tone.'
const input = { name: 'review', values: { language: 'Go', tone: 'warm' } }

let line: CommandLine
let model: Awaited<ReturnType<typeof startStandInModel>>
let codexModel: Awaited<ReturnType<typeof startCodexModel>>
let url: string
let env: Record<string, string>

beforeAll(async () => {
  // As documented for a server without internet access, like this one.
  line = await startCommandLine({ CLIENT_METADATA_DOCUMENTS: 'off' })
  await line.call(calls.createPrompt, {
    name: 'Review',
    color: 'FF6B6B',
    prompt,
    shortName: 'review',
  })
  model = await startStandInModel(input)
  codexModel = await startCodexModel(input)
  url = `${line.server.origin}/mcp`
  env = {
    PATH: [process.env['CLIENTS'], join(line.home, 'bin'), process.env['PATH']].join(delimiter),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'key',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Otherwise the model has to request the tools first.
    ENABLE_TOOL_SEARCH: 'false',
    OPENAI_API_KEY: 'key',
    TOKEN: line.token,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_API_KEY: 'key',
    GOOGLE_GEMINI_BASE_URL: model.url,
  }
})
afterAll(async () => {
  await model.stop()
  codexModel.stop()
  await line.stop()
})

/** The lines of a document that begin with some words, with this server's address. */
function typedIn(document: string, start: string): string[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8')
  return [...text.matchAll(/`([^`\n]+)`|^([a-z].*)$/gm)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .filter((words) => words.startsWith(start))
    .map((words) => words.replaceAll('https://prompts.example.com', line.server.origin))
}

async function type(words: string) {
  const outcome = await line.bash(`${words} < /dev/null`, env)
  if (outcome.code !== 0 || process.env['SHOW']) console.log(words, outcome)
  return outcome
}

/** Adds settings to those that a tool has written to a file in the home folder. */
function addSettings(path: string, added: object): void {
  const file = join(line.home, path)
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...settings, ...added }))
}

test('Claude Code uses a prompt with a token', async () => {
  const [add = ''] = typedIn('mcp.md', 'claude mcp add --transport http')
  await type(`${add} --header "Authorization: Bearer ${line.token}"`)
  expect((await type('claude mcp list')).out).toContain('Connected')
  const tool = 'mcp__promptshelf__use_prompt'
  const { out } = await type(`claude -p "Use it" --allowedTools ${tool}`)
  expect(out).toContain(filled)
})

test('Claude Code uses a prompt through the command line', async () => {
  const [add = ''] = typedIn('mcp.md', 'claude mcp add promptshelf -- promptshelf mcp')
  await type('claude mcp remove promptshelf')
  await type(add)
  expect((await type('claude mcp list')).out).toContain('Connected')
})

test('Codex uses a prompt with a token', async () => {
  const provider = `{ name = "stand-in", base_url = "${codexModel.url}/v1", env_key = "OPENAI_API_KEY", wire_api = "responses" }`
  const [add = ''] = typedIn('mcp.md', 'codex mcp add')
  await type(`${add} --bearer-token-env-var TOKEN`)
  const { out } = await type(
    `codex exec -m gpt-4.1 --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -c model_provider=standin -c 'model_providers.standin=${provider}' "Use it"`,
  )
  expect(out).toContain(filled)
})

test('Gemini CLI uses a prompt with a token', async () => {
  const header = `--header "Authorization: Bearer ${line.token}"`
  await type(`gemini mcp add --transport http --scope user ${header} promptshelf ${url}`)
  const listed = await type('gemini mcp list')
  expect(listed.out + listed.err).toContain('Connected')
  addSettings('.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } })
  const { out, err } = await type('gemini --yolo -m gemini-2.5-flash -p "Use it"')
  expect(out).toContain(filled)
  // The warning of its schema checker about a list of types.
  expect(err).not.toContain('allowUnionTypes')
})

test('Qwen Code uses a prompt with a token', async () => {
  const header = `--header "Authorization: Bearer ${line.token}"`
  await type(`qwen mcp add --transport http --scope user ${header} promptshelf ${url}`)
  expect((await type('qwen mcp list')).out).toContain('Connected')
  // Otherwise the model has to request the tools first.
  addSettings('.qwen/settings.json', { tools: { toolSearch: { enabled: false } } })
  const { out } = await type(
    `OPENAI_BASE_URL=${model.url}/v1 qwen --yolo --auth-type openai -m gpt-4.1 -p "Use it"`,
  )
  expect(out).toContain(filled)
})

test('opencode uses a prompt with a token', async () => {
  const headers = { Authorization: `Bearer ${line.token}` }
  const config = {
    mcp: { promptshelf: { type: 'remote', url, headers } },
    provider: {
      standin: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${model.url}/v1`, apiKey: 'key' },
        models: { model: {} },
      },
    },
    model: 'standin/model',
  }
  writeFileSync(join(line.home, 'opencode.json'), JSON.stringify(config))
  expect((await type('opencode mcp list')).out).toContain('connected')
  expect((await type('opencode run "Use it"')).out).toContain(filled)
  await type('opencode run --command promptshelf:review Go warm')
  expect(JSON.stringify(model.takeRequests())).toContain(filled)
})

type Terminal = ReturnType<CommandLine['terminal']>

/** The address that an app asks its user to open. */
async function findAuthorizeAddress({ sees, shown }: Terminal): Promise<string> {
  const authorize = /http\S+?\/oauth\/authorize\?(?:(?!http:)[\w=&%.~+-])+/
  await sees(authorize)
  return authorize.exec(shown())?.[0] ?? ''
}

test.each([
  ['Claude Code', () => typedIn('mcp.md', 'claude mcp'), 'claude mcp list'],
  ['Codex', () => typedIn('mcp.md', 'codex mcp add'), 'codex mcp list'],
  ['mcp-remote', () => [`mcp-remote-client ${url}`], ''],
])('%s logs in by OAuth', async (_, linesOf, list) => {
  const lines = linesOf().filter((words) => !words.includes(' -- '))
  await type('claude mcp remove promptshelf; codex mcp remove promptshelf')
  const terminal = line.terminal(lines.join(' && '), { env, columns: 1000 })
  await consent(await findAuthorizeAddress(terminal), line.cookie())
  if (list === '') return terminal.sees('use_prompt')
  expect(await terminal.end()).toMatchObject({ code: 0 })
  expect((await type(list)).out).toMatch(/Connected|OAuth/)
})

test.each([
  [
    'Claude Code',
    'claude.ai',
    'claude',
    'mcp add --transport http other',
    ' && claude mcp login other',
  ],
  ['Codex', 'chatgpt.com', 'codex', 'mcp add other --url', ''],
])('%s registers itself if the server could not reach %s', async (_, host, tool, add, login) => {
  // The network of this test has no internet access, but this server does not know that.
  const unaware = await startCommandLine()
  onTestFinished(() => unaware.stop())
  const typed = `${tool} ${add} ${unaware.server.origin}/mcp${login}`
  const first = unaware.terminal(typed, { env, columns: 1000 })
  const refused = await fetch(await findAuthorizeAddress(first))
  expect(refused.status).toBe(400)
  const page = await refused.text()
  expect(page).toContain(`cannot fetch the description of the app from ${host}.`)
  expect(page).toContain('Remove this server in the app, and add it again.')
  first.type('\u0003')
  await first.end()
  const second = unaware.terminal(`${tool} mcp remove other && ${typed}`, { env, columns: 1000 })
  await consent(await findAuthorizeAddress(second), unaware.cookie())
  expect(await second.end()).toMatchObject({ code: 0 })
})

test.each([
  ['by itself', (server: string, header: string) => `${server} --transport http ${header}`],
  ['through mcp-remote', () => 'remote'],
  ['through supergateway', () => 'gateway'],
  ['through the command line', () => 'promptshelf mcp'],
])('The Inspector reads tools and prompts %s', async (_, target) => {
  const remote = `#!/bin/sh\nexec mcp-remote ${url} --header "Authorization:Bearer ${line.token}"\n`
  writeFileSync(join(line.home, 'bin/remote'), remote, { mode: 0o755 })
  const gateway = `#!/bin/sh\nexec supergateway --logLevel none --streamableHttp ${url} --oauth2Bearer ${line.token}\n`
  writeFileSync(join(line.home, 'bin/gateway'), gateway, { mode: 0o755 })
  const inspect = `mcp-inspector --cli ${target(url, `--header "Authorization:Bearer ${line.token}"`)}`
  expect((await type(`${inspect} --method tools/list`)).out).toContain('use_prompt')
  const values = '--prompt-name review --prompt-args language=Go tone=warm'
  expect((await type(`${inspect} --method prompts/get ${values}`)).out).toContain(filled)
})

test.each(['langchain', 'agents', 'ai-sdk', 'mastra'])(
  '%s uses a prompt with a token',
  async (client) => {
    const script = join(root, `tests/clients/packages/${client}.mjs`)
    expect((await type(`node ${script} ${url} ${line.token}`)).out).toContain(filled)
  },
)

test('Mastra is notified of a new prompt', async () => {
  const script = join(root, 'tests/clients/packages/mastra-changes.mjs')
  expect((await type(`node ${script} ${url} ${line.token}`)).out).toContain('new-0')
})

test('mcpb accepts the bundle for Claude Desktop', async () => {
  const bundle = join(line.home, 'promptshelf.mcpb')
  const response = await fetch(`${line.server.origin}/promptshelf.mcpb`)
  writeFileSync(bundle, new Uint8Array(await response.arrayBuffer()))
  expect((await type('mcpb unpack promptshelf.mcpb bundle')).code).toBe(0)
  expect((await type('mcpb validate bundle')).out).toContain('passes')
})

test('Synced skills are valid, and found by `skills` and `openskills`', async () => {
  expect((await type('promptshelf skills sync --to claude')).code).toBe(0)
  expect((await type('skills-ref validate .claude/skills/review')).code).toBe(0)
  expect((await type('skills list -g')).out).toContain('review')
  expect((await type('openskills list')).out).toContain('review')
})
