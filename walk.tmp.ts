import { chromium } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { openLibrary, realPrompts } from '#bench/data/library.ts'
const lib = await openLibrary()
const colors = ['4ECDC4', 'FFD166', 'FF6B6B', '45B7D1', 'F1F5F9']
const folder = await lib.call(calls.createFolder, { folderId: null, name: 'Linux & Server', color: '4ECDC4' })
let n = 0
for (const { name, prompt } of await realPrompts()) {
  const inFolder = /linux|devops|server/i.test(name)
  await lib.call(calls.createPrompt, { folderId: inFolder ? folder.id : null, name: name.trim().slice(0, 200), color: colors[n++ % 5]!, notes: null, prompt: toStoredForm(prompt) })
}
await lib.call(calls.createPrompt, { folderId: folder.id, name: 'Launch announcement', color: colors[1]!, notes: 'Für Müller', prompt: 'Write {text}' })
await lib.call(calls.createPrompt, { folderId: null, name: 'Brief an Herrn Müller', color: colors[2]!, notes: null, prompt: 'Schreibe\n\nan Frau Mueller' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] })
for (const [width, height, lang, dark] of [[1440, 900, 'de', false], [375, 812, 'en', true], [768, 1024, 'de', true]] as const) {
  const context = await browser.newContext({ baseURL: lib.url, viewport: { width, height }, locale: lang === 'de' ? 'de-DE' : 'en-GB', colorScheme: dark ? 'dark' : 'light', hasTouch: width === 375 })
  const [name, value] = lib.cookie.split(';')[0]!.split('=') as [string, string]
  await context.addCookies(lib.cookie.split('; ').map((c) => { const i = c.indexOf('='); return { name: c.slice(0, i), value: c.slice(i + 1), url: lib.url } }))
  void name; void value
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', width, e.message))
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', width, m.text()))
  const shot = (s: string) => page.screenshot({ path: `/tmp/ws/${width}-${s}.png` })
  const go = async (path: string, s: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(300)
    await shot(s)
  }
  await go('/prompts?search=terminal%20linux', '1-words')
  await go('/prompts?search=lanch%20announcment', '2-similar')
  await go('/prompts?search=mueller', '3-mueller')
  await go(`/prompts?folderId=${folder.id}&search=generate&inFolder=1`, '4-folder')
  await go(`/prompts?folderId=${folder.id}&search=generate&inFolder=1&isFavourite=1`, '5-nothing')
  await go('/prompts?search=etymologst', '6-typo')
  console.log(await page.evaluate(() => [...(CSS.highlights.get('hit') ?? [])].map(String)))
}
await browser.close()
await lib.close()
