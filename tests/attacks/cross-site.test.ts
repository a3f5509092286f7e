import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { root } from '#scripts/prepare.mjs'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { times } from './attack-length.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const baseUrl = 'https://prompts.example'
const webRoot = join(root, 'dist/web')
const changing = Object.values<Call>(calls).filter(({ effect }) => effect === 'write')

const sites = [undefined, '', 'cross-site', 'same-site', 'CROSS-SITE', 'same-origin, cross-site']
const origins = [
  undefined,
  '',
  'null',
  'https://evil.example',
  'http://prompts.example',
  'https://prompts.example:8443',
  'https://prompts.example.evil.example',
  'https://evil.example/https://prompts.example',
  'https://prompts.example@evil.example',
  'https://prompts.example, https://evil.example',
  'HTTPS://PROMPTS.EXAMPLE',
]
const referers = [undefined, 'https://evil.example/page', `${baseUrl}/prompts`]
const types = [
  undefined,
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
]

/** The headers that a page of another site can make a browser send. */
const forgeries = sites.flatMap((site) =>
  origins
    // Without either, it is not a browser, and the cookies are the sender's own.
    .filter((origin) => site !== undefined || origin !== undefined)
    .flatMap((origin, one) =>
      types.map((type, other) => {
        const headers = {
          'sec-fetch-site': site,
          origin,
          referer: referers[(one + other) % referers.length],
          'content-type': type,
        }
        const sent = Object.entries(headers).filter(([, value]) => value !== undefined)
        return Object.fromEntries(sent) as Record<string, string>
      }),
    ),
)

it('No forged request changes anything', async () => {
  const app = await makeTestApp(database, { environment: { BASE_URL: baseUrl }, webRoot })
  const ada = await app.signUp()
  const folderId = await ada.makeFolder('Poems')
  const promptId = await ada.makePrompt('Poem', { folderId })
  const before = await collect(ada)
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')

  const input = { promptId, folderId, name: 'Taken', color: 'ffffff', prompt: 'over', notes: null }
  const targets = changing.map(({ method, path }) => ({ method, url: `/api/${path}` }))
  for (const [index, { method, url }] of targets.entries()) {
    // One guard serves all calls, so the short form distributes the forgeries among them.
    const tried = forgeries.filter((_, at) => (at + index) % times(8, 1) === 0)
    const answers = await Promise.all(
      tried.map((headers) =>
        app.server.inject({
          method,
          url,
          headers: { cookie, ...headers },
          ...(method === 'POST' && { payload: JSON.stringify(input) }),
        }),
      ),
    )
    const answered = new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))
    expect([url, ...answered]).toEqual([
      url,
      '403 {"status":"error","code":"cross_site","msg":"Requests from other sites are rejected."}',
    ])
  }
  expect(await collect(ada)).toEqual(before)
  await app.close()
})

describe('Another site can read nothing', () => {
  it('no answer allows another origin, whatever the request', async () => {
    const app = await makeTestApp(database, { environment: { BASE_URL: baseUrl }, webRoot })
    const ada = await app.signUp()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const urls = Object.values<Call>(calls).map(({ path }) => `/api/${path}`)
    for (const url of [...urls, '/', '/prompts', '/icon.svg', '/api/openapi.json']) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await app.server.inject({
          method,
          url,
          headers: {
            cookie,
            origin: 'https://evil.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
            'access-control-request-private-network': 'true',
          },
        })
        const allowing = Object.keys(headers).filter((name) =>
          /^(access-control|timing)-/.test(name),
        )
        expect([method, url, allowing]).toEqual([method, url, []])
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      }
    }
    await app.close()
  })

  it('no answer can be loaded as a script with a chosen callback', async () => {
    const app = await makeTestApp(database, { webRoot })
    for (const query of ['callback=steal', 'jsonp=steal', 'cb=steal']) {
      const { body, headers } = await app.server.inject(`/api/plans?${query}`)
      expect(body).not.toContain('steal')
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
    await app.close()
  })
})

async function collect(user: ApiUser): Promise<unknown> {
  const { folders, prompts } = await user.call(calls.downloadAccount, {})
  return { folders, prompts }
}
