import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { root } from '#scripts/prepare.mjs'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
let env: Record<string, string>

beforeAll(async () => {
  line = await startCommandLine()
  await line.call(calls.createPrompt, { name: 'A poem', color: 'FF6B6B', prompt: 'Write.' })
  symlinkSync(join(root, 'tests/clients/packages/node_modules'), join(line.home, 'node_modules'))
  writeFileSync(join(line.home, 'package.json'), '{ "type": "module" }')
  env = {
    PATH: [process.env['CLIENTS'], join(root, 'node_modules/.bin'), process.env['PATH']].join(
      delimiter,
    ),
    PROMPTSHELF_TOKEN: line.token,
  }
})
afterAll(() => line.stop())

/** A block of code of `docs/api.md`, with this server's address. */
function blockOf(language: string, words: string): string {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))]
  const [, block = ''] = blocks.find(([, code]) => code?.includes(words)) ?? []
  return block.replaceAll('https://prompts.example.com', line.server.origin)
}

async function type(words: string): Promise<string> {
  const { code, out, err } = await line.bash(words, env)
  expect({ code, err }).toMatchObject({ code: 0 })
  return out
}

test('The generated client of the document works as typed', async () => {
  // The packages are already installed, since there is no registry in this network.
  await type(blockOf('sh', 'oazapfts').replace(/^npm install.*$/m, ''))
  writeFileSync(join(line.home, 'example.ts'), blockOf('ts', 'searchPrompts'))
  expect(await type('node example.ts')).toContain('A poem')
  const { prompts } = await line.call(calls.searchPrompts, { search: 'Poem' })
  expect(prompts.map(({ name }) => name)).toContain('Poem')
})

test('openapi-typescript generates types that openapi-fetch uses strictly', async () => {
  await type(`openapi-typescript ${line.server.origin}/api/openapi.json -o types.ts`)
  writeFileSync(
    join(line.home, 'fetch.ts'),
    `import createClient from 'openapi-fetch'
import type { components, paths } from './types.ts'
const client = createClient<paths>({
  baseUrl: '${line.server.origin}',
  headers: { authorization: \`Bearer \${process.env.PROMPTSHELF_TOKEN}\` },
})
const { data } = await client.GET('/api/prompts/search', { params: { query: { search: 'poem' } } })
const prompts: components['schemas']['Prompt'][] = []
console.log(data?.prompts.map(({ name }) => name), prompts)
`,
  )
  expect(await type('node fetch.ts')).toContain('A poem')
})

test('hey-api generates a client with the names of the product', async () => {
  await type(
    `openapi-ts -i ${line.server.origin}/api/openapi.json -o hey --client @hey-api/client-fetch`,
  )
  expect(readFileSync(join(line.home, 'hey/types.gen.ts'), 'utf8')).toContain('type Prompt =')
})

test('orval generates schemas that accept the example of the document', async () => {
  await type(`orval --input ${line.server.origin}/api/openapi.json --output orval.ts --client zod`)
  const [, example = ''] = /-d '(\{[^']*"color"[^']*)'/.exec(blockOf('sh', '"color"')) ?? []
  writeFileSync(
    join(line.home, 'schemas.ts'),
    `import * as schemas from './orval.ts'
console.log(schemas.CreatePromptBody.parse(${example}))
`,
  )
  expect(await type('node schemas.ts')).toContain('4ECDC4')
})
