import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { shellPath } from '#contract/screens.ts'
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
      // Its frame, which the client replaces.
      const account = { en: 'Profile', de: 'Profil' }[language]
      expect(body).toMatch(
        new RegExp(
          `<div id="root">.* data-frame="true" inert="" aria-hidden="true">.*>${account}</a>`,
        ),
      )
      expect(body).not.toContain('data-prerendered')
    },
  )

  test('preloads the samples, and has no placeholders for cards, while the library is new', async () => {
    const eve = await app.signUp('eve@example.com')
    const cookie = `session=${eve.cookies.get('session')}`
    const readPage = async (url: string) => {
      const { body } = await get({ cookie }, url)
      const hasSamples = hintsIn(body).some((href) => href.startsWith('/assets/first-steps-'))
      return { hasSamples, isEmpty: /<html[^>]* data-new/.test(body) }
    }
    expect(await readPage('/prompts')).toEqual({ hasSamples: true, isEmpty: true })
    const folder = { name: 'Letters', color: '4ECDC4', folderId: null }
    await eve.call(calls.createFolder, folder)
    expect(await readPage('/prompts')).toEqual({ hasSamples: true, isEmpty: false })
    expect(await readPage('/prompts?folderId=x')).toEqual({ hasSamples: false, isEmpty: false })
    await eve.call(calls.createFolder, folder)
    await eve.call(calls.createFolder, folder)
    expect(await readPage('/prompts')).toEqual({ hasSamples: false, isEmpty: false })
  })

  test('fetches the code and texts of the profile with its first script', async () => {
    const { body } = await get({ cookie: session }, '/profile')
    const hints = hintsIn(body)
    for (const name of ['profile-screen', 'common', 'accounts', 'plans']) {
      expect([name, hints.some((href) => href.startsWith(`/assets/${name}-`))]).toEqual([
        name,
        true,
      ])
    }
    expect(hints.filter((href) => href.startsWith('/assets/later-'))).toEqual([])
    for (const hint of hints) expect((await get({}, hint)).statusCode, hint).toBe(200)
  })

  test('also calls for recently used prompts at the root, on phones', async () => {
    const { body } = await get({ cookie: session }, '/prompts')
    expect(callsIn(body)).toEqual([
      ['/api/prompts/list', '/api/folders/list'],
      ['/api/prompts/shelf'],
    ])
  })

  test('has a frame without answers for the service worker, the same for everyone', async () => {
    const languages = { 'accept-language': 'de' }
    const shell = await get({ ...languages, cookie: session }, shellPath)
    expect(shell.statusCode).toBe(200)
    expect(shell.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Language, Cookie',
    })
    expect(shell.body).toContain('<script id="answers" type="application/json">{}</script>')
    expect(shell.body).toMatch(/<div id="root">.* data-frame="true"/)
    expect(callsIn(shell.body)).toEqual([[], []])
    expect((await get(languages, shellPath)).body).toBe(shell.body)
  })
})
