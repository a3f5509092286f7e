import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { createDifficultLibrary } from '#tests/fixtures/difficult-library.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { signUp } from '#tests/journeys/support/call-api.ts'
import { desktop, phone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { makeChance } from '#tests/support/chance.ts'
import { languages } from '#languages/languages.ts'
import { walkAtRandom, type Walk } from './random-user.ts'

/** Long walks: for this many minutes, from this seed on. Otherwise, each fixed seed runs once. */
const minutes = Number(process.env['RANDOM_MINUTES'] ?? 0)
const firstSeed = Number(process.env['RANDOM_SEED'] ?? 1)
const steps = minutes > 0 ? 250 : 60
/** In milliseconds. */
const latest = 1_000

// Most of the time, each walk waits for slow responses.
test.describe.configure({ mode: 'parallel' })

const users = [
  { device: desktop, language: 'en', seed: 1, hasPlans: true, hasModels: false },
  { device: phone, language: 'de', seed: 2, hasPlans: true, hasModels: true },
  { device: desktop, language: 'de', seed: 3, hasPlans: false, hasModels: true },
  { device: phone, language: 'en', seed: 4, hasPlans: false, hasModels: false },
] as const

for (const [at, user] of users.entries()) {
  const { device, language, seed: fixedSeed, hasPlans, hasModels } = user
  const name = `on a ${device.name}, in ${languages[language].locale}, ${hasPlans ? 'with' : 'without'} plans, ${hasModels ? 'with' : 'without'} models`

  test.describe(`a user at random ${name}`, () => {
    test.use({
      environment: ({ modelsFile }, provide) =>
        provide({
          ...(!hasPlans && { PLANS: 'off' }),
          ...(hasModels && { MODELS_FILE: modelsFile }),
        }),
    })

    const walkFrom = async (browser: Browser, baseURL: string, seed: number) => {
      const { name: _, ...screen } = device
      const { locale } = languages[language]
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await browser.newContext({ baseURL, ...screen, locale, permissions })
      const walk: Walk = { steps: [], faults: [], isOutside: false }
      const chance = makeChance(seed)
      context.on('weberror', (error) => walk.faults.push(`uncaught: ${error.error().stack}`))
      context.on('console', (message) => {
        const text = message.text()
        // The browser reports failed calls, which random input causes.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
          const { url, lineNumber, columnNumber } = message.location()
          walk.faults.push(`console: ${text} (${url}:${lineNumber}:${columnNumber})`)
        }
      })
      context.on('response', (response) => {
        if (response.status() === 500) walk.faults.push(`500 of ${response.url()}`)
      })
      const { call, email, password } = await signUp(context.request)
      await createDemoLibrary(call)
      if (!hasPlans) await createDifficultLibrary(call)
      const page = await context.newPage()
      context.on('page', (opened) => void opened.close())
      page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
      const slow = makeChance(seed)
      await page.route('**/api/**', async (route) => {
        if (slow(2) === 0) await delay(slow(latest))
        await route.continue().catch(() => {})
      })
      const restart = async () => {
        await call(passwordCalls.login, { email, password }).catch(() => {})
        await page.goto('/prompts').catch(() => {})
      }
      await page.goto('/prompts')
      await page.locator('h1').waitFor()
      await walkAtRandom(page, walk, {
        chance,
        steps,
        isTouch: device.name === 'phone',
        restart,
      })
      await context.close()
      const last = walk.steps.slice(-25).join('\n  ')
      return walk.faults.map((fault) => `seed ${seed}: ${fault}\n after\n  ${last}`)
    }

    if (minutes > 0) {
      test(`for ${minutes} minutes`, async ({ browser, server }) => {
        test.setTimeout((minutes + 5) * 60_000)
        const end = Date.now() + minutes * 60_000
        const faults: string[] = []
        let walks = 0
        for (let seed = firstSeed + at; Date.now() < end; seed += users.length) {
          faults.push(...(await walkFrom(browser, server.origin, seed)))
          walks++
        }
        console.log(`${name}: ${walks} walks of ${steps} steps`)
        expect(faults).toEqual([])
      })
    } else {
      test(`seed ${fixedSeed}`, async ({ browser, server }) => {
        expect(await walkFrom(browser, server.origin, fixedSeed)).toEqual([])
      })
    }
  })
}
