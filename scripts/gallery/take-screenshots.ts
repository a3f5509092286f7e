// Takes screenshots of every screen and dialog for review: `npm run gallery` writes them to gallery/, with an
// index.html that shows them side by side. `--without-plans` takes those of a server with PLANS=off, and fails if one
// mentions plans. `--readme` takes the pictures of the README instead, and `--previews` the preview images of
// the landing page.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { createDemoLibrary, demoPrompts } from '#tests/fixtures/demo-library.ts'
import { planWords } from '#tests/fixtures/plan-words.ts'
import { wordsOf } from '#tests/journeys/support/words-of.ts'
import { createDifficultLibrary } from '#tests/fixtures/difficult-library.ts'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'
import { languageCodes } from '#languages/languages.ts'
import { signUp } from '#tests/journeys/support/call-api.ts'
import { startServer } from '#tests/support/server-process.ts'
import { startModelServer } from '#tests/support/servers/model-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { recordMainJob } from './record-main-job.ts'
import { demoModel } from './run-screens.ts'
import { screensOf } from './screens.ts'
import type { Demo, Who } from './steps.ts'
import { withoutAnswers } from '#tests/journeys/support/without-answers.ts'

const root = join(import.meta.dirname, '../..')
const themes = ['light', 'dark'] as const
const languages = languageCodes

type Device = {
  width: number
  height: number
  isTouch?: boolean
  /** Only screens with text fields, at the height that an on-screen keyboard leaves. */
  hasKeyboard?: boolean
}
type Look = Device & {
  theme: (typeof themes)[number]
  language: (typeof languages)[number]
}

const devices: Device[] = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 375, height: 812, isTouch: true },
]
/** In one theme and language each: they only differ from the others in their touch controls. */
const touchLooks: Look[] = [
  { width: 820, height: 1180, isTouch: true, theme: 'light', language: 'en' },
  { width: 1180, height: 820, isTouch: true, theme: 'dark', language: 'de' },
  { width: 375, height: 500, isTouch: true, hasKeyboard: true, theme: 'light', language: 'de' },
  { width: 375, height: 500, isTouch: true, hasKeyboard: true, theme: 'dark', language: 'en' },
]
const typedScreens =
  /^(?:view-prompt|create-|update-|add-variable|variable-settings|capture|palette|move-|login|register|search)/
const isForReadme = process.argv.includes('--readme')
// The README is about self-hosting.
const isWithoutPlans = isForReadme || process.argv.includes('--without-plans')
const planScreens = /^(?:plans|plan-limit|sandbox|unsubscribe|profile-(?:no-plan|paid|payment))/
type Open = (look: Look, who: Who) => Promise<BrowserContext>

await main()

async function main() {
  const modelServer = await startModelServer()
  const scratch = makeScratchDirectory('gallery')
  const modelsFile = join(scratch, 'models.json')
  const price = { creditsPerMillionInput: 100, creditsPerMillionOutput: 100 }
  const model = { dialect: 'openai', baseUrl: modelServer.baseUrls.openai, ...price }
  const models = [
    { id: 'large', name: demoModel, model: 'echo', maxOutput: 500, ...model },
    { id: 'small', name: 'Qwen 3 32B', model: 'short', maxOutput: 500, ...model },
  ]
  await writeFile(modelsFile, JSON.stringify({ models }))
  const environment = { MODELS_FILE: modelsFile, ...(isWithoutPlans && { PLANS: 'off' }) }
  // Passkeys need an address with a host name.
  const server = await startServer(environment, { host: 'localhost' })
  // One browser each, since the pages of a browser share a clipboard.
  const browsers = await Promise.all([1, 2, 3].map(() => chromium.launch(headlessChromium)))
  try {
    const [first] = browsers
    const seeding = await first!.newContext({ baseURL: server.origin })
    const account = await signUp(seeding.request)
    const other = await first!.newContext({ baseURL: server.origin })
    const otherAccount = await signUp(other.request)
    const demo = {
      ...(await createDemoLibrary(account.call)),
      ...(await createDifficultLibrary(otherAccount.call)),
    }
    const newcomer = await first!.newContext({ baseURL: server.origin })
    await signUp(newcomer.request)
    const cookies = {
      visitor: [],
      newcomer: (await newcomer.storageState()).cookies,
      reader: (await seeding.storageState()).cookies,
      difficult: (await other.storageState()).cookies,
    }
    const opens = browsers.map(
      (browser): Open =>
        (look, who) =>
          openContext(browser, server.origin, look, cookies[who]),
    )
    if (isForReadme) await takeReadmePictures(opens[0]!, demo)
    else if (process.argv.includes('--previews')) await takePreviews(browsers[0]!, server.origin)
    else await takeGallery(opens, demo)
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
    await server.stop()
    await modelServer.close()
    await rm(scratch, { recursive: true })
  }
}

async function takeGallery(opens: Open[], demo: Demo) {
  const folder = join(root, 'gallery')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
  const looks: Look[] = devices
    .flatMap((device) => themes.map((theme) => ({ ...device, theme })))
    .flatMap((look) => languages.map((language) => ({ ...look, language })))
    .concat(touchLooks)
  const files: string[] = []
  const failures: string[] = []
  const takeLooks = async (open: Open) => {
    for (let look = looks.pop(); look; look = looks.pop()) {
      const contexts = {
        visitor: await open(look, 'visitor'),
        reader: await open(look, 'reader'),
        difficult: await open(look, 'difficult'),
        newcomer: await open(look, 'newcomer'),
      }
      for (const screen of screensOf(look.language, look.width)) {
        if (wanted.length > 0 && !wanted.includes(screen.name)) continue
        if (isWithoutPlans && planScreens.test(screen.name)) continue
        if (look.hasKeyboard && !typedScreens.test(screen.name)) continue
        const page = await contexts[screen.who].newPage()
        const size = look.hasKeyboard ? `${look.width}x${look.height}` : String(look.width)
        const file = `${screen.name}-${size}-${look.theme}-${look.language}.png`
        try {
          await screen.open(page, demo)
          const said = isWithoutPlans && planWords[look.language].exec(await wordsOf(page))
          if (said) failures.push(`${file}: says ${said[0]}`)
        } catch (error) {
          failures.push(`${file}: ${String(error).split('\n', 1)[0]}`)
        }
        // Also of a failure: it shows how far the steps got.
        await take(page, join(folder, file))
        files.push(file)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.close()
      }
      for (const context of Object.values(contexts)) {
        // Requests of a closed page may still be in flight.
        await context.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      }
    }
  }
  await Promise.all(opens.map(takeLooks))
  await writeFile(join(folder, 'index.html'), toIndex(files))
  console.log(`Open ${join(folder, 'index.html')}`)
  if (failures.length === 0) return
  console.error(`These screens could not be opened:\n${failures.join('\n')}`)
  process.exitCode = 1
}

async function takeReadmePictures(open: Open, demo: Demo) {
  const folder = join(root, 'docs/images')
  await mkdir(folder, { recursive: true })
  for (const theme of themes) {
    for (const [picture, width, height] of [
      ['library', 1440, 900],
      ['main-job', 1024, 700],
    ] as const) {
      const context = await open({ width, height, theme, language: 'en' }, 'reader')
      const page = await context.newPage()
      await screensOf('en', width)
        .find(({ name }) => name === 'library')
        ?.open(page, demo)
      const file = join(folder, `${picture}-${theme}`)
      if (picture === 'library') await take(page, `${file}.png`)
      else await recordMainJob(page, 'Launch announcement', `${file}.webp`)
      await context.close()
    }
  }
}

async function takePreviews(browser: Browser, baseURL: string) {
  const words = { en: ['topic', 'inflation'], de: ['Thema', 'Inflation'] } as const
  for (const language of languages) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1200, height: 630 },
      bypassCSP: true,
    })
    const page = await context.newPage()
    await page.goto(`/?lang=${language}`)
    // No buttons on a preview image.
    await page.addStyleTag({ content: 'header > :not(a) { visibility: hidden }' })
    const [variable, value] = words[language]
    await page.getByRole('textbox', { name: variable }).fill(value)
    await page.getByRole('textbox', { name: variable }).blur()
    await page.evaluate(() => scrollTo(0, 0))
    await take(page, join(root, `languages/previews/${language}.png`))
    await context.close()
  }
}

async function openContext(
  browser: Browser,
  baseURL: string,
  { width, height, isTouch, theme, language }: Look,
  cookies: Parameters<BrowserContext['addCookies']>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(isTouch && { isMobile: true, hasTouch: true }),
  })
  await context.addCookies(cookies)
  await withoutAnswers(context)
  await context.route('**/api/profile', async (route) => {
    const response = await route.fetch()
    // The gallery takes about as long as re-authentication stays recent.
    const profile = { ...((await response.json()) as object), needsProof: false }
    await route.fulfill({ response, json: profile })
  })
  await context.route(/\/api\/prompts\/(?:list|search)/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { prompts?: { name: string; updatedAt: string }[] }
    // Realistic dates, instead of "just now" everywhere.
    for (const prompt of answer.prompts ?? []) {
      const hours = demoPrompts.find((one) => one.name === prompt.name)?.hoursAgo ?? 30
      prompt.updatedAt = new Date(Date.now() - hours * 3_600_000).toISOString()
    }
    await route.fulfill({ response, json: answer })
  })
  return context
}

async function take(page: Page, path: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, caret: 'initial' })
}

function toIndex(files: string[]): string {
  const names = [...new Set(files.map((file) => file.replace(/-[\dx]+-\w+-\w+\.png$/, '')))]
  const rows = names.map((name) => {
    const pictures = files.filter((file) => file.replace(/-[\dx]+-\w+-\w+\.png$/, '') === name)
    const images = pictures
      .toSorted()
      .map((file) => `<a href="${file}"><img src="${file}" title="${file}" loading="lazy"></a>`)
    return `<h2>${name}</h2><div>${images.join('')}</div>`
  })
  const style =
    'body{font:15px system-ui;margin:24px;background:#ddd}div{display:flex;gap:8px;overflow-x:auto}img{height:420px;border:1px solid #999}'
  return `<!doctype html><meta charset="utf-8"><title>Promptshelf</title><style>${style}</style>${rows.join('\n')}`
}
