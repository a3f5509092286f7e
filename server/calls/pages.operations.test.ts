import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { readConfig } from '#server/config/config.ts'
import { absoluteLifeMs, sessionLifeMs } from '#server/accounts/session/sessions.rules.ts'
import { readPages } from '#server/config/read-pages.ts'
import { planWords } from '#tests/fixtures/plan-words.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const config = readConfig({})
const shipped = config.pagesDir
const scratch = makeScratchDirectory('pages')
// The real build; the server renders its pages.
const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url))

const ownDirectory = copyOfShipped('own', {
  'en/imprint.md': '# Who we are\n\nAda **Lovelace**, "Analyst" & co.\n',
  'de/imprint.md': '# Wer wir sind\r\n\r\nAda **Lovelace**, „Analystin“.\r\n',
  'en/house-rules.md': hostile('House rules'),
  'de/house-rules.md': hostile('Hausordnung'),
  'en/notes.txt': 'Not a page.',
})
const app = await makeTestApp(database, { webRoot, environment: { PAGES_DIR: ownDirectory } })
const visitor = app.visitor()
afterAll(async () => {
  await app.close()
  rmSync(scratch, { recursive: true })
})

describe('The bundled pages', async () => {
  const pages = await readPages(config)

  test.each([...pages.keys()])('have the same structure in both languages: %s', (type) => {
    const page = pages.get(type)
    expect(page?.en.title).not.toBe(page?.de.title)
    expect(outline(page?.en.content)).toEqual(outline(page?.de.content))
  })

  test('use "du" and German quotation marks', () => {
    const german = [...pages.values()].map(({ de }) => de.content).join()
    expect(german.match(/[^.:?>] (?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b/g)).toBeNull()
    expect(german.match(/&quot;[^>]/g)).toBeNull()
  })

  test('state retention periods', () => {
    const page = pages.get('retention')
    for (const [language, text = ''] of [
      ['en', page?.en.content],
      ['de', page?.de.content],
    ] as const) {
      const [days, items] = language === 'en' ? ['days', 'the last'] : ['Tage', 'die letzten']
      for (const said of [
        `${limits.trashDays} ${days}`,
        limits.trashRows.toLocaleString(language),
        `${limits.trashBytes / 1e9} GB`,
        `${limits.runDays} ${days}, ${items} ${limits.keptRuns} `,
        `${limits.activityDays} ${days}, ${items} ${limits.activity.toLocaleString(language)} `,
        `${sessionLifeMs / 86_400_000} ${days}`,
        `${absoluteLifeMs / 86_400_000} `,
      ]) {
        expect(text).toContain(said)
      }
    }
  })

  test('state the limits of everything called unlimited', () => {
    for (const type of ['faq', 'terms']) {
      const page = pages.get(type)
      for (const [language, text] of [
        ['en', page?.en.content],
        ['de', page?.de.content],
      ] as const) {
        const { folders, prompts, sessions, storedBytes } = limits
        for (const count of [folders, prompts, sessions]) {
          expect(text).toContain(count.toLocaleString(language))
        }
        expect(text).toContain(`${storedBytes / 1e9} GB`)
      }
    }
  })
})

describe('On a server without plans, the bundled pages', async () => {
  const read = async (environment: NodeJS.ProcessEnv) => {
    const pages = await readPages(readConfig({ PLANS: 'off', ...environment }))
    return [...pages].flatMap(([type, { en, de }]) => [
      [`en/${type}`, toText(en.content)] as const,
      [`de/${type}`, toText(de.content)] as const,
    ])
  }

  test('do not mention plans and credits', async () => {
    for (const [page, text] of await read({})) {
      for (const words of [...Object.values(planWords), /<!--|-->/]) {
        expect([page, words.exec(text)?.[0]]).toEqual([page, undefined])
      }
    }
  })

  test('explain credits if each account has some', async () => {
    const pages = await read({ MONTHLY_CREDITS: '100' })
    const explaining = pages.filter(
      ([, text]) => text?.includes('Credits') || text?.includes('credits'),
    )
    expect(explaining.map(([page]) => page)).toEqual(['en/faq', 'de/faq'])
  })

  test('have the same structure in both languages, and no empty rows', async () => {
    const pages = await readPages(readConfig({ PLANS: 'off' }))
    for (const { en, de } of pages.values()) {
      expect(outline(en.content)).toEqual(outline(de.content))
      expect(en.content + de.content).not.toMatch(/<tr>\s*(?:<td><\/td>\s*)+<\/tr>/)
    }
  })
})

describe('An operator', () => {
  test('can replace the pages, in both languages', async () => {
    const en = {
      title: 'Who we are',
      content: '<p>Ada <strong>Lovelace</strong>, &quot;Analyst&quot; &amp; co.</p>\n',
    }
    const de = {
      title: 'Wer wir sind',
      content: '<p>Ada <strong>Lovelace</strong>, „Analystin“.</p>\n',
    }
    expect(await visitor.call(calls.getPage, {}, { type: 'imprint' })).toEqual({
      ...en,
      germanTitle: de.title,
      germanContent: de.content,
      texts: { en, de },
    })
  })

  test('can add pages that the footer does not link to', async () => {
    const { title } = await visitor.call(calls.getPage, {}, { type: 'house-rules' })
    expect(title).toBe('House rules')
  })

  test.each([
    ['no directory', 'nowhere', {}, /nowhere", which is not a directory that can be read\.$/],
    [
      'a missing language',
      'monolingual',
      { 'en/house-rules.md': '# House rules\n' },
      /in which de\/house-rules\.md is missing/,
    ],
    ['a page without a title', 'untitled', { 'en/faq.md': 'Hello' }, /en\/faq\.md does not begin/],
    [
      'a binary file',
      'binary',
      { 'de/terms.md': Buffer.from('# Geschäft', 'latin1') },
      /de\/terms\.md is not text in UTF-8/,
    ],
  ])('with %s gets an error of one line', async (_case, name, files, line) => {
    const directory = name === 'nowhere' ? join(scratch, name) : copyOfShipped(name, files)
    const failure: unknown = await readPages({ ...config, pagesDir: directory }).catch(
      (error: unknown) => error,
    )
    expect(String(failure)).toMatch(/^Error: PAGES_DIR is "[^\n]*$/)
    expect(String(failure)).toMatch(line)
  })

  test('without a page that the footer links to gets an error', async () => {
    const directory = copyOfShipped('without-imprint', {})
    rmSync(join(directory, 'en/imprint.md'))
    await expect(readPages({ ...config, pagesDir: directory })).rejects.toThrow(
      /in which en\/imprint\.md is missing/,
    )
  })
})

describe('A page', () => {
  test.each(['nonsense', 'constructor', '__proto__', '../imprint', 'en/imprint.md'])(
    'that does not exist (%s) is not found',
    async (type) => {
      expect(await visitor.failure(calls.getPage, {}, { type: encodeURIComponent(type) })).toEqual([
        404,
        'not_found',
      ])
      const document = await open(`/page/${encodeURIComponent(type)}`)
      expect(document.statusCode).toBe(404)
      expect(document.body).toContain('The page you are trying to access could not be found.')
    },
  )

  test('has no raw HTML and no script links', async () => {
    const { content } = await visitor.call(calls.getPage, {}, { type: 'house-rules' })
    expect(content).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(content).not.toMatch(/<(?:script|img|iframe|svg|b)\b/)
    expect(content).not.toMatch(/href="(?:javascript|data|vbscript|file)/i)
    expect(content).not.toMatch(/<[^>]+\son\w+=/)
  })

  test('opens links to other sites without an opener', async () => {
    const { content } = await visitor.call(calls.getPage, {}, { type: 'house-rules' })
    expect(content).toContain('<a href="https://example.com/" rel="noopener">elsewhere</a>')
    expect(content).toContain('<a href="//example.com/" rel="noopener">elsewhere too</a>')
    expect(content).toContain('<a href="/page/faq">here</a>')
  })

  test.each([
    ['en-GB', 'en', 'Who we are', 'Ada Lovelace, &quot;Analyst&quot; &amp; co.'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'Wer wir sind', 'Ada Lovelace, „Analystin“.'],
    ['fr', 'en', 'Who we are', 'Ada Lovelace, &quot;Analyst&quot; &amp; co.'],
  ])(
    'is a document with title, description and language for %s',
    async (wanted, language, title, description) => {
      const { statusCode, headers, body } = await open('/page/imprint', wanted)
      expect([statusCode, headers['vary']]).toEqual([
        200,
        'Accept-Encoding, Accept-Language, Cookie',
      ])
      expect(body).toContain(`<html lang="${language}" `)
      expect(body).toContain(`<title>${title} · Promptshelf</title>`)
      expect(body).toContain(`<meta name="description" content="${description}">`)
    },
  )

  test('is a document in the chosen language, whatever the browser prefers', async () => {
    const { body } = await open('/page/imprint', 'en-GB', 'lang=de')
    expect(body).toContain('<title>Wer wir sind · Promptshelf</title>')
  })
})

function open(url: string, language = 'en', cookie = '') {
  const headers = { accept: 'text/html', 'accept-language': language, cookie }
  return app.server.inject({ url, headers })
}

function copyOfShipped(name: string, files: Record<string, string | Uint8Array>): string {
  const directory = join(scratch, name)
  cpSync(shipped, directory, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, file), content)
  return directory
}

/** Its headings, lists, tables and placeholders, without their words. */
function outline(content = ''): string[] {
  return content.match(/<(?:h\d|li|tr|a href="\/[^"]*"|blockquote)|<strong>\[/g) ?? []
}

function toText(content: string): string {
  return content
    .replaceAll(/<\/?[a-z][^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}

function hostile(title: string): string {
  return `# ${title}

<script>alert(1)</script>

<img src=x onerror=alert(1)> and <b onclick="alert(1)">bold</b>

[one](javascript:alert(1)) [two](JaVaScRiPt:alert(1)) [three](&#106;avascript:alert(1))
[four](data:text/html;base64,PHNjcmlwdD4=) [five](vbscript:x) <javascript:alert(1)>
[six](" onmouseover="alert(1) "x" y)

[elsewhere](https://example.com/) [elsewhere too](//example.com/) [here](/page/faq)
`
}
