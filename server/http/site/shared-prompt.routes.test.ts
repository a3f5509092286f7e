import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { blockAccount, unblockAccount } from '#server/accounts/blocking/block-account.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { byOperator } from '#server/users/record-activity.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
// The client's built markup.
const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url))
const app = await makeTestApp(database, { webRoot })
afterAll(app.close)
const ada = await app.signUp()
await app.liftLimits()

async function share(name: string, prompt: string): Promise<string> {
  const promptId = await ada.makePrompt(name, { prompt })
  await ada.call(calls.togglePromptPublic, { promptId })
  return promptId
}

const get = (id: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/prompt/shared/${id}`, headers: { accept: 'text/html', ...headers } })

/** A prompt's text as shown without scripts, with its variables in braces. */
const textIn = (html: string) =>
  (/<main\b.*?<\/h2>(.*?)<footer/s.exec(html)?.[1] ?? '')
    .replaceAll(/<textarea[^>]*placeholder="([^"]*)"[^>]*><\/textarea>/g, '{$1}')
    .replaceAll(/<span[^>]* data-variable="[^"]*">([^<]+)<\/span>/g, '{$1}')
    .replaceAll('<br/></div>', '\n</div>')
    .replaceAll(/(?<!\n)<\/div>(?=<div)/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe('The page of a shared prompt', () => {
  test('is readable without scripts: name, text and variables', async () => {
    const text = 'Announce {<b>product</b>} to { an  audience }.\n\nMore of {product} & <b>$&</b>\n'
    const { statusCode, headers, body } = await get(await share('Launch', text))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    })
    expect(body).toContain(
      '<h1>The prompt &#x27;<bdi>Launch</bdi>&#x27; has been shared with you</h1>',
    )
    expect(textIn(body)).toBe(
      'Announce {product} to {an audience}.\n\nMore of {product} & <b>$&</b>\n\n',
    )
    expect(body.match(/data-variable=/g)).toHaveLength(3)
    expect(withoutTags(body)).toContain('0 of 2 filled in')
  })

  test('links to the contact page, or to a mail to the operator that names the page', async () => {
    const id = await share('Launch', 'Announce.')
    expect((await get(id)).body).toMatch(/<a href="\/page\/contact"[^>]*>Report this prompt<\/a>/)
    const environment = {
      CONTACT_EMAIL: 'abuse@example.com',
      BASE_URL: 'https://shelf.example.com',
    }
    const { db } = app.services
    const other = await makeTestApp(database, { webRoot, db, environment })
    onTestFinished(other.close)
    const url = `/prompt/shared/${id}`
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const { body } = await other.server.inject({ url, headers })
    const [, href = ''] = /<a href="(mailto:[^"]*)"[^>]*>Diesen Prompt melden<\/a>/.exec(body) ?? []
    const mail = new URL(href.replaceAll('&amp;', '&'))
    expect(mail.pathname).toBe('abuse@example.com')
    expect(mail.searchParams.get('subject')).toBe('Meldung eines geteilten Prompts')
    expect(mail.searchParams.get('body')).toBe(`https://shelf.example.com${url}\n\n`)
  })

  test('of a link with a key requires the key, and reports contain the whole link', async () => {
    const promptId = await ada.makePrompt('Launch')
    const shareKey = 'k'.repeat(22)
    await ada.call(calls.togglePromptPublic, { promptId, shareKey })
    const found = await get(`${promptId}?key=${shareKey}`)
    expect(found.statusCode).toBe(200)
    expect(found.body).toContain(`http://localhost:3000/prompt/shared/${promptId}?key=${shareKey}"`)
    for (const query of ['', '?key=', `?key=${'l'.repeat(22)}`, `?key=x&key=${shareKey}`]) {
      expect((await get(`${promptId}${query}`)).statusCode).toBe(404)
    }
  })

  test('embeds exactly what the API answers', async () => {
    const text = '\t{<b> a  b </b>}</script><!-- \u2028\u0001 "\\n" &amp; \uE000 $& \n\n{a b'
    const id = await share(' </script><script>alert(1)</script>', text)
    const { body } = await get(id)
    const [, state = ''] = /<script id="state"[^>]*>(.*?)<\/script>/s.exec(body) ?? []
    const { props, language } = JSON.parse(state) as { props: object; language: string }
    expect(props).toEqual({
      answer: await app.visitor().call(calls.getSharedPrompt, { promptId: id }),
    })
    expect(language).toBe('en')
  })

  test.each([
    ['de', { 'accept-language': 'de-AT,en;q=0.9' }],
    ['de', { 'accept-language': 'en', cookie: 'lang=de' }],
    ['en', { 'accept-language': 'de', cookie: 'lang=en' }],
  ])('is in %s for %j', async (language, headers) => {
    const { body } = await get(await share('Launch', 'For {x}'), headers)
    expect(body).toContain(`<html lang="${language}" `)
    expect(withoutTags(body)).toContain(
      { en: '0 of 1 filled in', de: '0 von 1 ausgefüllt' }[language],
    )
  })

  test('is correct for a long prompt', async () => {
    const line = 'For {<b>reader</b>} & <b>\uD83D\uDE00</b> ä {<b>topic</b>}\n'
    const ids = await Promise.all([
      share('Short', line),
      ...[3_000, 3_001].map((count) => share(`Long ${count}`, line.repeat(count))),
    ])
    const [short = '', ...long] = await Promise.all(ids.map(async (id) => (await get(id)).body))
    for (const [at, count] of [3_000, 3_001].entries()) {
      const body = long[at] ?? ''
      expect(body).toContain(`<title>Long ${count} · Promptshelf</title>`)
      expect(textIn(body)).toBe(`${textIn(short).slice(0, -1).repeat(count)}\n`)
      expect(withoutTags(body)).toContain('0 of 2 filled in')
    }
    const german = await get(ids[1] ?? '', { cookie: 'lang=de', 'accept-encoding': 'br' })
    expect(withoutTags(brotliDecompressSync(german.rawPayload).toString())).toContain(
      '0 von 2 ausgefüllt',
    )
  })

  test('has the login check for readers without a session', async () => {
    const path = await share('Launch', 'For {x}')
    const answer =
      '<script id="answers" type="application/json">{"/api/login-checker":{"isLoggedIn":false'
    expect((await get(path)).body).toContain(answer)
    expect((await get(path, { cookie: 'session=x' })).body).not.toContain('/api/login-checker')
  })

  test('is compressed for clients that accept it', async () => {
    const id = await share('Launch', 'For {x}')
    const small = await get(id, { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe((await get(id)).body)
  })

  test('is gone immediately when its account is blocked, even if it is cached', async () => {
    const bob = await app.signUp('bob@example.com')
    const id = await bob.makePrompt('Launch', { prompt: 'Announce it.' })
    await bob.call(calls.togglePromptPublic, { promptId: id })
    const first = await get(id)
    expect(first.statusCode).toBe(200)
    const owner = await findAccount(app.db, 'bob@example.com')
    if (owner === undefined) throw new Error('There is no account.')
    await blockAccount(app.services, owner, byOperator)
    const { statusCode, body } = await get(id)
    expect([statusCode, body.includes('Announce it.')]).toEqual([404, false])
    await unblockAccount(app.services, owner, byOperator)
    expect((await get(id)).body).toBe(first.body)
  })

  test('is always current: changed, no longer shared, and shared again', async () => {
    const id = await share('Launch', 'Of yesterday')
    const see = async () => (await get(id)).body
    const first = await see()
    expect(await see()).toBe(first)
    expect(first).toContain('Of yesterday')
    // In the same millisecond by the server's clock.
    const { prompt } = await ada.call(calls.getPrompt, { promptId: id })
    const edit = { promptId: id, name: prompt.name, color: prompt.color, notes: null }
    await ada.call(calls.updatePrompt, { ...edit, prompt: 'Of today' })
    const changed = await see()
    expect([changed.includes('Of yesterday'), changed.includes('Of today')]).toEqual([false, true])
    await ada.call(calls.togglePromptPublic, { promptId: id })
    expect((await get(id)).statusCode).toBe(404)
    expect((await get(id)).body).not.toContain('Of today')
    await ada.call(calls.togglePromptPublic, { promptId: id })
    expect(await see()).toBe(changed)
    expect((await get(id, { cookie: 'lang=de' })).body).toContain('lang="de"')
  })

  test('has title and excerpt for link previews; user content is never markup', async () => {
    const name = `</title><script>alert("1")</script> $& & 'Co'`
    const script = '<script>alert(1)</script>'
    const id = await share(name, `Write "<b>$1</b>"\n\n about {<b>topic</b>}${script}`)
    const { body } = await get(id)
    const title =
      '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; &amp; &#x27;Co&#x27;'
    expect(body).toContain(`<title>${title} · Promptshelf</title>`)
    expect(body).toContain(`<meta property="og:title" content="${title}"/>`)
    expect(body).toContain('content="Write &quot;&lt;b&gt;$1&lt;/b&gt;&quot; about {topic}')
    expect(body).toContain(`content="http://localhost:3000/prompt/shared/${id}"`)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('alert(1)</script>')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toMatch(/<[^>]+ (?:style|on[a-z]+)=/)
    expect(body.match(/<title>/g)).toHaveLength(1)
  })

  test('counts invisible characters, and shows what they hide', async () => {
    const hidden = '\u{E0052}\u{E0075}\u{E006E}'
    const { body } = await get(await share('Reply', `Be\u202E kind.${hidden}`))
    expect(body).toContain('>4 invisible characters</summary>')
    expect(body).toContain('>U+202E<')
    expect(body).toContain('>“Run”<')
    expect((await get(await share('Plain', 'Be kind.'))).body).not.toContain('<details')
  })

  test('answers the same for a private and a missing prompt', async () => {
    const promptId = await ada.makePrompt('Private')
    const pages = []
    for (const id of [promptId, '01a1fc2c-43c7-7eda-9052-213b5df26ec4', 'nonsense']) {
      const { statusCode, body } = await get(id)
      expect(statusCode).toBe(404)
      pages.push(body)
    }
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('<title>Page not found · Promptshelf</title>')
    expect(pages[0]).toContain('>Page not found</h1>')
    expect((await get('nonsense', { cookie: 'lang=de' })).body).toContain('Seite nicht gefunden')
  })

  test('reports an unavailable database', async () => {
    const broken = await makeTestApp(database, { webRoot })
    onTestFinished(broken.close)
    await sql`alter table prompts rename to elsewhere`.execute(broken.db)
    const { statusCode, headers, body } = await broken.server.inject({
      url: '/prompt/shared/01a1fc2c-43c7-7eda-9052-213b5df26ec4',
      headers: { accept: 'text/html', 'accept-encoding': 'br', cookie: 'lang=de' },
    })
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(body).toContain('>Unerwarteter Fehler!</h1>')
  })
})

function withoutTags(body: string): string {
  return body.replaceAll(/<[^>]*>/g, '')
}
