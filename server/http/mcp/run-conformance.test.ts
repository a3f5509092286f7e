import { spawn } from 'node:child_process'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeToken } from '#tests/support/clients/assistant.ts'
import {
  createFixtures,
  failuresOf,
  readResults,
  runSuite,
  suite,
} from '#tests/support/clients/conformance-suite.ts'
import { oauthApp, toUid } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let app: TestApp
let url = ''
const proxy = createServer()
let token = ''
let changePrompts: () => Promise<unknown>

/** The suite sends no token. Its tool for a change of the list of prompts changes it. */
async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { port } = app.server.server.address() as AddressInfo
  const { method, url: path, headers } = incoming
  if (headers['mcp-name'] === 'test_trigger_prompt_change') await changePrompts()
  const authorization = `Bearer ${token}`
  const options = { port, method, path, headers: { ...headers, authorization } }
  const outgoing = request({ ...options, host: '127.0.0.1' }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers)
    response.pipe(answer)
  })
  incoming.pipe(outgoing)
}

beforeAll(async () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  app = await makeTestApp(database, { watches: true })
  const ada = await app.signUp()
  await createFixtures((call, input) => ada.call(call, input))
  token = await makeToken(ada)
  changePrompts = () => ada.makePrompt('Changed', { shortName: 'changed' })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  proxy.on('request', (...one) => void forward(...one)).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await app.close()
})

const fixtureTool = 'It calls a tool of the suite’s own fixture; our tools are six.'
const fixtureResource = 'It reads a resource of the suite’s own fixture.'
const onlyText = 'A prompt of a user is one text.'
const noChanges = 'Resources do not announce changes.'
const noLogs = 'There is no logging to clients, which is deprecated.'
const noSampling = 'Nothing is asked of the client’s model, or of its roots.'
const noSession = 'No call keeps a stream open, so older clients cannot be asked.'

/** Why scenarios do not apply. */
const notApplicable: Record<string, string> = {
  'elicitation-sep1034-defaults': noSession,
  'elicitation-sep1330-enums': noSession,
  'http-custom-header-server-validation': 'No tool takes an argument by a header.',
  'input-required-result-basic-elicitation': fixtureTool,
  'input-required-result-basic-list-roots': noSampling,
  'input-required-result-basic-sampling': noSampling,
  'input-required-result-capability-check': fixtureTool,
  'input-required-result-ignore-extra-params': fixtureTool,
  'input-required-result-missing-input-response': fixtureTool,
  'input-required-result-multi-round': fixtureTool,
  'input-required-result-multiple-input-requests': fixtureTool,
  'input-required-result-request-state': fixtureTool,
  'input-required-result-result-type': fixtureTool,
  'input-required-result-tampered-state': fixtureTool,
  'input-required-result-validate-input': fixtureTool,
  'json-schema-2020-12': fixtureTool,
  'logging-set-level': noLogs,
  'prompts-get-embedded-resource': onlyText,
  'prompts-get-with-image': onlyText,
  'resources-read-binary': fixtureResource,
  'resources-read-text': fixtureResource,
  'resources-subscribe': noChanges,
  'resources-templates-read': fixtureResource,
  'resources-unsubscribe': noChanges,
  'server-sse-polling': noSession,
  'server-sse-multiple-streams': noSession,
  'tools-call-audio': fixtureTool,
  'tools-call-elicitation': fixtureTool,
  'tools-call-embedded-resource': fixtureTool,
  'tools-call-error': fixtureTool,
  'tools-call-image': fixtureTool,
  'tools-call-mixed-content': fixtureTool,
  'tools-call-sampling': noSampling,
  'tools-call-simple-text': fixtureTool,
  'tools-call-with-logging': noLogs,
  'tools-call-with-progress': fixtureTool,
}

/** Checks that fail in scenarios that otherwise apply. */
const fixtureChecks = [
  // None of our tools needs a capability of the client.
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  // No tool asks through a stream, and none logs.
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
]

const applicable = {
  '2025-11-25': [
    'completion-complete',
    'dns-rebinding-protection',
    'ping',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-session-lifecycle',
    'tools-list',
  ],
  '2026-07-28': [
    'caching',
    'completion-complete',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-non-tool-request',
    'input-required-result-unsupported-methods',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-stateless',
    'tools-list',
  ],
}

test.for(Object.entries(applicable))(
  'Every scenario of the official suite that applies passes at %s',
  async ([revision, scenarios]) => {
    const results = await runSuite(url, '--suite', 'all', '--spec-version', revision)
    const run = new Map([...results].filter(([scenario]) => !(scenario in notApplicable)))
    expect([...run.keys()].toSorted()).toEqual(scenarios)
    const failures = failuresOf(run).filter(
      (failure) => !fixtureChecks.some((id) => failure.includes(` ${id} `)),
    )
    expect(failures).toEqual([])
  },
)

test('Every scenario of the extension for skills passes', async () => {
  const options = ['--spec-version', '2026-07-28', '--force'] as const
  const scenarios = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest']
  for (const scenario of scenarios) {
    const results = await runSuite(url, '--scenario', scenario, ...options)
    expect([...results.keys()]).toEqual([scenario])
    expect(failuresOf(results)).toEqual([])
  }
})

test('Every scenario for authorization servers passes', async () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const [port, callback] = [await findFreePort(), await findFreePort()]
  const issuer = `http://127.0.0.1:${port}`
  const server = await makeTestApp(database, { environment: { BASE_URL: issuer } })
  onTestFinished(server.close)
  await server.server.listen({ host: '127.0.0.1', port })
  const ada = await server.signUp()
  const redirect_uris = [`http://127.0.0.1:${callback}/callback`]
  const clientId = await oauthApp(server).registered({ redirect_uris })
  const directory = makeScratchDirectory('conformance')
  const args = ['--url', issuer, '--client-id', clientId, '--port', String(callback)]
  const where = ['--resource', `${issuer}/mcp`, '--output-dir', directory]
  const child = spawn(process.execPath, [suite, 'authorization', ...args, ...where])
  const ended = once(child, 'exit')
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += String(text)
    const [url] = /http\S+\/oauth\/authorize\?\S+(?=\s)/.exec(said) ?? []
    if (url === undefined) continue
    said = ''
    // The browser, and its user.
    const began = await server.server.inject({ url: url.slice(issuer.length) })
    for (const { name, value } of began.cookies) ada.cookies.set(name, value)
    const uid = toUid(began)
    const { scopes } = await ada.call(calls.describeConnection, { uid })
    const { location } = await ada.call(calls.allowConnection, { uid, scopes, days: 30 })
    // The suite prints the address before it listens.
    const answer = await waitFor(() => fetch(location ?? ''))
    await answer.text()
  }
  await ended
  const results = readResults(directory)
  expect([...results].map(([scenario, checks]) => [scenario, checks.length])).toEqual([
    ['authorization-server-authorization-server-metadata-endpoint', 2],
    ['authorization-server-authorization-code-grant', 1],
  ])
  expect(failuresOf(results)).toEqual([])
})
