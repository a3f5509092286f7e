import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const app = await makeTestApp(database, {
  // The real build, for its file names.
  webRoot: fileURLToPath(new URL('../../../dist/web', import.meta.url)),
})
afterAll(app.close)

const ada = await app.signUp('ada@example.com')
const session = `session=${ada.cookies.get('session')}`

const get = (headers: Record<string, string>, url = '/prompts?folderId=a%26b') =>
  app.server.inject({ url, headers: { accept: 'text/html', ...headers } })

/** The calls that a page's first script makes: everywhere, and on phones. */
const callsIn = (html: string) =>
  ['calls', 'phone-calls'].map(
    (name) =>
      new RegExp(`^<html[^>]* data-${name}="([^"]*)"`, 'm').exec(html)?.[1]?.split(' ') ?? [],
  )

/** The addresses of a page's preload hints. */
const hintsIn = (html: string) =>
  [...html.matchAll(/<link rel="(?:module)?preload"[^>]*? href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  )

describe('The page of the library', () => {
  test.each([
    ['en', { 'accept-language': 'fr' }],
    ['de', { 'accept-language': 'de-AT' }],
    ['de', { 'accept-language': 'en', lang: 'de' }],
  ])(
    'preloads its texts in %s, and calls for its lists with a session',
    async (language, reader) => {
      const { lang = 'none', ...headers } = reader as Record<string, string>
      const {
        statusCode,
        headers: sent,
        body,
      } = await get({
        ...headers,
        cookie: `${session}; lang=${lang}`,
      })
      expect(statusCode).toBe(200)
      expect(sent).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
      })
      const hints = hintsIn(body)
      expect(hints).toContainEqual(expect.stringMatching(/^\/assets\/library-/))
      expect(callsIn(body)).toEqual([
        ['/api/prompts/list?folderId=a%26b', '/api/folders/list?folderId=a%26b'],
        [],
      ])
      for (const hint of hints.filter((href) => href.startsWith('/assets/'))) {
        expect((await get({}, hint)).statusCode, hint).toBe(200)
      }
      const texts = await Promise.all(
        hints.filter((href) => href.includes('/library-')).map((href) => get({}, href)),
      )
      const addPrompt = { en: 'Add Prompt', de: 'Neuer Prompt' }[language]
      expect(texts.some(({ body }) => body.includes(addPrompt ?? ''))).toBe(true)
      // The client draws it.
      expect(body).toContain('<div id="root"></div>')
    },
  )

  test('also calls for recently used prompts at the root, on phones', async () => {
    const { body } = await get({ cookie: session }, '/prompts')
    expect(callsIn(body)).toEqual([
      ['/api/prompts/list', '/api/folders/list'],
      ['/api/prompts/shelf'],
    ])
  })
})
