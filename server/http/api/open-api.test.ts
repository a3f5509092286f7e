import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateSource } from 'oazapfts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

test('The OpenAPI document passes the linter without errors or warnings', async () => {
  const { source } = await startApp()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('The OpenAPI document lists every call and its requirements', async () => {
  const { source } = await startApp()
  const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, Described>> }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(calls).toSorted(),
  )
  const find = (name: keyof typeof calls) => described.find((one) => one.operationId === name)
  expect(find('createPrompt')).toMatchObject({
    tags: ['library'],
    security: [{ session: ['library:write'] }, { token: ['library:write'] }],
    responses: {
      403: { description: expect.stringContaining('`storage_full`') as string },
      415: {},
    },
  })
  expect(find('createToken')).toMatchObject({ security: [{ session: ['session'] }] })
  expect(find('listPlans')).toMatchObject({ security: [{}, { session: [] }] })
})

test('A client generated from the OpenAPI document registers, creates and lists', async () => {
  const { app, source } = await startApp()
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const directory = await generateClient(source)
  const client = (await import(join(directory, 'promptshelf.ts'))) as GeneratedClient

  let cookie = ''
  client.defaults.baseUrl = address
  client.defaults.fetch = async (url, options) => {
    const headers = new Headers(options?.headers)
    headers.set('cookie', cookie)
    const response = await fetch(url, { ...options, headers })
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return response
  }
  const account = { email: 'ada@example.com', password: 'correct horse' }
  expect(await client.listPrompts()).toMatchObject({
    status: 401,
    data: { code: 'not_logged_in' },
  })
  await client.register({ ...account, cpassword: account.password })
  expect(await client.login(account)).toMatchObject({ status: 200 })
  const prompt = { name: 'Poem', color: 'f1f5f9', prompt: 'Write about {topic}.' }
  const created = await client.createPrompt(prompt)
  expect(created).toMatchObject({ status: 200, data: { status: 'success' } })
  expect(await client.listPrompts()).toMatchObject({
    status: 200,
    data: { prompts: [{ id: created.data['id'], name: 'Poem', variableCount: 1 }] },
  })

  const { data } = await client.createToken({ name: 'Script', scopes: ['library:read'] })
  client.defaults.fetch = fetch
  client.defaults.headers = { authorization: `Bearer ${String(data['token'])}` }
  expect(await client.listPrompts()).toMatchObject({
    status: 200,
    data: { prompts: [{ name: 'Poem' }] },
  })
  expect(await client.createPrompt(prompt)).toMatchObject({
    status: 403,
    data: { code: 'insufficient_scope' },
  })
})

test('The TypeScript example for programs runs as documented', async () => {
  const { app, source } = await startApp()
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const ada = await app.signUp()
  await ada.makePrompt('Poem of old', { prompt: 'An ode' })
  const scopes = ['library:read', 'library:write'] as const
  const { token } = await ada.call(calls.createToken, { name: 'Script', scopes: [...scopes] })
  vi.stubEnv('PROMPTSHELF_TOKEN', token)
  const said = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    said.mockRestore()
  })

  const guide = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
  const example = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
  const file = join(await generateClient(source), 'example.ts')
  await writeFile(file, example.replace('https://prompts.example.com', address))
  await import(file)
  expect(said).toHaveBeenCalledExactlyOnceWith(['Poem of old'])
  const { prompts } = await ada.call(calls.listPrompts, {})
  expect(prompts.map(({ name }) => name)).toEqual(['Poem', 'Poem of old'])
})

/** Generates a client in a new directory, inside the repository so that its code finds its runtime. */
async function generateClient(source: string): Promise<string> {
  const directory = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.cache-client-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const document = join(directory, 'openapi.json')
  await writeFile(document, source)
  await writeFile(join(directory, 'promptshelf.ts'), await generateSource(document))
  return directory
}

async function startApp() {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const app = await makeTestApp(database)
  onTestFinished(app.close)
  const { body } = await app.server.inject('/api/openapi.json')
  return { app, source: body }
}

type Described = { operationId: string; tags: string[]; security: object[]; responses: object }

/** The part that the test calls. */
type Answered = Promise<{ status: number; data: Record<string, unknown> }>
type GeneratedClient = {
  defaults: { baseUrl: string; fetch: typeof fetch; headers?: Record<string, string> }
  register: (input: object) => Answered
  login: (input: object) => Answered
  createPrompt: (input: object) => Answered
  createToken: (input: object) => Answered
  listPrompts: (input?: object) => Answered
}
