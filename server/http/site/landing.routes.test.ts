import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import catalogue from '#server/config/catalogue.json' with { type: 'json' }
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const directory = makeScratchDirectory('landing')
const plansFile = join(directory, 'plans.json')
const plans = catalogue.plans.map((plan) => ({
  ...plan,
  ...(plan.id === 'plus-monthly' && { price: '7.77' }),
}))
writeFileSync(plansFile, JSON.stringify({ ...catalogue, plans }))
const baseUrl = 'https://prompts.example.com'
const app = await makeTestApp(database, {
  // The built template; the server renders the rest.
  webRoot: fileURLToPath(new URL('../../../dist/web', import.meta.url)),
  environment: { BASE_URL: baseUrl, PLANS_FILE: plansFile },
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('The landing page', () => {
  test.each([
    ['en', '/', {}],
    ['en', '/', { 'accept-language': 'fr-FR,de;q=0.9' }],
    ['en', '/', { 'accept-language': 'den' }],
    ['de', '/', { 'accept-language': 'de-AT,en;q=0.9' }],
    ['de', '/', { 'accept-language': 'DE' }],
    ['en', '/', { 'accept-language': 'de', cookie: 'lang=en' }],
    ['de', '/', { 'accept-language': 'en', cookie: 'other=en; lang=de' }],
    ['de', '/', { 'accept-language': 'en', cookie: 'lang=en; __Host-lang=de' }],
    ['de', '/', { 'accept-language': 'de', cookie: 'lang=fr' }],
    ['de', '/?lang=de', { 'accept-language': 'en', cookie: 'lang=en' }],
    ['en', '/?lang=en', { 'accept-language': 'de', cookie: 'lang=de' }],
    ['en', '/?lang=fr&utm_source=x', {}],
    ['en', '/?lang=en&lang=de', {}],
  ])('is in %s at %s for %j', async (language, url, headers) => {
    const { statusCode, headers: answered, body } = await get(url, headers)
    expect(statusCode).toBe(200)
    expect(answered).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'cache-control': 'no-cache',
    })
    expect(body).toContain(`<html lang="${language}" `)
    const text = { en: 'Start for free', de: 'Kostenlos starten' }[language]
    expect(body).toContain(text)
    expect(body.match(/<title>/g)).toHaveLength(1)
  })

  test('is compressed for clients that accept it', async () => {
    const plain = await get('/', { 'accept-encoding': 'gzip' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const small = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  })

  test('has the login check for readers without a session', async () => {
    const answer =
      '<script id="answers" type="application/json">{"/api/login-checker":{"isLoggedIn":false'
    expect((await get('/')).body).toContain(answer)
    const { body } = await get('/', { cookie: '__Host-session=x' })
    expect(body).not.toContain('/api/login-checker')
  })

  test("shows this server's prices", async () => {
    expect((await get('/?lang=en')).body).toContain('€7.77')
    expect((await get('/?lang=de')).body).toContain('7,77\u00A0€')
  })

  test.each([
    ['/', `${baseUrl}/`],
    ['/?lang=de', `${baseUrl}/?lang=de`],
    ['/?lang=de&utm_source=x', `${baseUrl}/?lang=de`],
  ])(
    'at %s has %s as its canonical address, and an alternate per language',
    async (url, canonical) => {
      const { body } = await get(url)
      expect(linksIn(body)).toEqual([
        `canonical ${canonical}`,
        `en ${baseUrl}/?lang=en`,
        `de ${baseUrl}/?lang=de`,
        `x-default ${baseUrl}/`,
      ])
      expect(body).toContain(`property="og:url" content="${canonical}"`)
      const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? ''
      expect((await get(picture.slice(baseUrl.length), { accept: '*/*' })).statusCode).toBe(200)
    },
  )

  test('complies with its Content-Security-Policy', async () => {
    const { body } = await get('/')
    expect(body).not.toMatch(/<[^>]+ (?:style|on[a-z]+)=/)
    const inline = [...body.matchAll(/<script(?![^>]* src=)[^>]*>/g)].map(([tag]) => tag)
    expect(inline).toEqual([
      '<script type="application/ld+json">',
      // Allowed by their hashes.
      '<script>',
      '<script id="state" type="application/json">',
      '<script id="answers" type="application/json">',
      '<script>',
    ])
  })
})

test('Search engines get robots.txt and a sitemap', async () => {
  const robots = await get('/robots.txt', { accept: '*/*' })
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toContain(`Sitemap: ${baseUrl}/sitemap.xml`)

  const sitemap = await get('/sitemap.xml', { accept: '*/*' })
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  const addresses = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(addresses).toEqual(
    expect.arrayContaining([`${baseUrl}/`, `${baseUrl}/?lang=de`, `${baseUrl}/page/terms`]),
  )
  for (const address of addresses) {
    expect((await get(address.slice(baseUrl.length))).statusCode, address).toBe(200)
  }
})

function linksIn(html: string): string[] {
  const links = html.matchAll(
    /<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)"/gi,
  )
  return [...links].map(([, rel, language, address]) => `${language ?? rel} ${address}`)
}

test.each([
  ['unless the operator says so', {}, false],
  ['if the operator says so', { DATA_REGION: 'eu' }, true],
])('The landing page claims that data is in the EU only %s', async (_when, more, isClaimed) => {
  const other = await makeTestApp(database, {
    webRoot: fileURLToPath(new URL('../../../dist/web', import.meta.url)),
    environment: { BASE_URL: baseUrl, ...more },
  })
  onTestFinished(other.close)
  for (const language of ['en', 'de']) {
    const headers = { accept: 'text/html', 'accept-language': language }
    const { body } = await other.server.inject({ url: '/', headers })
    const shown = body.replaceAll(/<script[^]*?<\/script>/g, '')
    expect(/\bEU\b|GDPR|DSGVO/.test(shown)).toBe(isClaimed)
  }
})
