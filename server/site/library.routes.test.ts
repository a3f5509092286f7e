import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const app = await makeTestApp(database, {
  // As built: what the server makes of it is what this is about.
  webRoot: fileURLToPath(new URL('../../dist/web', import.meta.url)),
})
afterAll(app.close)

const url = '/prompts?folderId=x'
const get = (headers: Record<string, string>) =>
  app.server.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('The page of the library', () => {
  test.each([
    ['en', 'Add Prompt', { 'accept-language': 'fr' }],
    ['de', 'Neuer Prompt', { 'accept-language': 'de-AT' }],
    ['de', 'Neuer Prompt', { 'accept-language': 'en', lang: 'de' }],
  ])('has its frame and its texts in %s with a session', async (language, text, reader) => {
    const { lang = 'none', ...headers } = reader as Record<string, string>
    const response = await get({ ...headers, cookie: `session=whatever; lang=${lang}` })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'cache-control': 'no-cache',
    })
    expect(response.body).toContain(`<html lang="${language}" data-session>`)
    // Nothing in it takes a key or a press before the screen does.
    const [, frame = ''] =
      /<div id="root"><div inert="" aria-hidden="true">(.*)<script id="texts"/s.exec(
        response.body,
      ) ?? []
    expect(frame).toContain(text)
  })

  test('is sent compressed to whom that suits', async () => {
    const cookie = 'session=whatever'
    const small = await get({ cookie, 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe((await get({ cookie })).body)
  })

  test('is empty without a session: there is no library to be shown', async () => {
    const response = await get({})
    expect(response.headers).toMatchObject({ vary: 'Accept-Language, Cookie' })
    expect(response.body).toContain('<div id="root"></div>')
    expect(response.body).not.toContain('data-session>')
  })
})
