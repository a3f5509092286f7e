import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <title>Promptshelf</title>
    <!--head-->
  </head>
  <body><div id="root"></div></body>
</html>
`
const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const webRoot = makeScratchDirectory('site')
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), page)
writeFileSync(join(webRoot, 'icon.svg'), '<svg/>')
writeFileSync(join(webRoot, 'assets/main-abc123.js'), 'console.log(1)')
writeFileSync(join(webRoot, 'assets/main-abc123.js.br'), 'compressed')
const app = await makeTestApp(database, { webRoot })
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

const get = (url: string, accept = 'text/html,*/*', of: TestApp = app) =>
  of.server.inject({ url, headers: { accept, 'accept-encoding': 'br' } })

describe('The site', () => {
  test.each(['/', '/prompts?folderId=x', '/no/such/screen', '/verify-email/a.b'])(
    'gives a browser its page at %s',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.body]).toEqual([200, page])
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
      })
    },
  )

  test('lets just the scripts of its pages run, by their hashes', async () => {
    const directory = makeScratchDirectory('scripts')
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const script = 'document.title = "early"'
    const data = '<script type="application/json">{}</script>'
    const withScript = page.replace('<!--head-->', `${data}<script>${script}</script>`)
    writeFileSync(join(directory, 'index.html'), withScript)
    const scripted = await makeTestApp(database, { webRoot: directory })
    onTestFinished(scripted.close)
    const { headers } = await get('/', 'text/html', scripted)
    const digest = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(
      ` script-src 'self' 'sha256-${digest}'; style-src`,
    )
  })

  test('sends assets compressed and to be kept, other files to be asked for again', async () => {
    const asset = await get('/assets/main-abc123.js', '*/*')
    expect([asset.statusCode, asset.body]).toEqual([200, 'compressed'])
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const icon = await get('/icon.svg', '*/*')
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  test.each([
    ['/assets/gone.js', '*/*'],
    ['/assets/gone.js', 'text/html'],
    ['/gone.png', '*/*'],
    ['/assets/../../package.json', '*/*'],
    ['/..%2fpackage.json', '*/*'],
    ['/prompts', 'application/json'],
  ])('has no page for %s asked for as %s', async (url, accept) => {
    expect((await get(url, accept)).json()).toMatchObject({ code: 'not_found' })
  })

  test('is the API alone where nothing has been built', async () => {
    const bare = await makeTestApp(database, { webRoot: '/nowhere' })
    expect((await get('/', 'text/html', bare)).json()).toMatchObject({ code: 'not_found' })
    await bare.close()
  })
})

test('The log names no token of a mailed link', async () => {
  const lines: string[] = []
  const logged = await makeTestApp(database, { webRoot, log: logInto(lines) })
  for (const path of ['/verify-email/', '/forgot-password/reset/']) {
    const response = await get(`${path}secret-token`, 'text/html', logged)
    expect([response.statusCode, response.body]).toEqual([200, page])
  }
  await logged.close()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"path":"/verify-email/:token"')
  expect(lines.join('')).not.toContain('secret-token')
})
