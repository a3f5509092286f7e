import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'

const texts = {
  en: {
    title: 'Promptshelf – a library for your AI prompts',
    heading: 'Write the prompt once. Use it for years.',
    blanks: [
      ['topic', 'inflation'],
      ['person', 'my grandmother'],
      ['tone', 'calm'],
    ],
    copy: 'Copy Prompt',
    progress: '0 of 3 filled in',
    copied: 'Prompt copied to clipboard!',
    begins:
      'Explain inflation so that my grandmother gets it, in three short paragraphs. Tone: calm.',
    ends: 'End with the question my grandmother would ask next.',
    price: '€4.00',
  },
  de: {
    title: 'Promptshelf – eine Bibliothek für deine KI-Prompts',
    heading: 'Einmal geschrieben. Jahrelang zur Hand.',
    blanks: [
      ['Thema', 'die Inflation'],
      ['Person', 'meine Oma'],
      ['Ton', 'gelassen'],
    ],
    copy: 'Prompt kopieren',
    progress: '0 von 3 ausgefüllt',
    copied: 'Prompt in die Zwischenablage kopiert!',
    begins:
      'Erkläre die Inflation so, dass meine Oma es versteht, in drei kurzen Absätzen. Tonfall: gelassen.',
    ends: 'Schließe mit der Frage, die meine Oma als Nächstes stellen würde.',
    price: '4,00 €',
  },
} as const

for (const language of ['en', 'de'] as const) {
  const text = texts[language]
  test.describe(`in a browser in ${language}`, () => {
    test.use({ locale: language === 'de' ? 'de-AT' : 'en-GB' })

    test('a visitor fills the example in, without the mouse, and copies it', async ({ page }) => {
      await page.goto('/')
      await expect(page).toHaveTitle(text.title)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
      await expect(page.getByText(text.progress)).toBeVisible()
      await page.getByRole('textbox', { name: text.blanks[0][0] }).focus()
      for (const [, value] of text.blanks) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
      await expect(page.getByRole('button', { name: text.copy })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText(text.copied)).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(text.begins)
      expect(copied).toContain(text.ends)
      expect(copied).not.toMatch(/[{}]/)
    })

    test('what is typed before the scripts are there is kept, and counts', async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      const [[name, value]] = text.blanks
      const field = page.getByRole('textbox', { name })
      await expect(page.getByText(text.progress)).toBeVisible()
      await field.focus()
      await page.keyboard.type(value)
      release()

      await expect(page.getByText(text.progress)).toBeHidden()
      // As React does when somebody types while it takes over the page.
      await field.evaluate((element) => {
        element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      })
      await page.keyboard.type('!')
      await expect(field).toHaveValue(`${value}!`)
      await page.getByRole('button', { name: text.copy }).click()
      await expect(page.getByText(text.copied)).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${value}!`)
    })

    test('the example is filled in by keys, and copied, before the scripts are there', async ({
      page,
    }) => {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('textbox', { name: text.blanks[0][0] }).focus()
      for (const [, value] of text.blanks) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Enter')
      release()
      await expect(page.getByText(text.copied)).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(text.begins)
      expect(copied).toContain(text.ends)
      expect(copied).not.toMatch(/[{}]/)
    })

    test.describe('that runs no scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('the page is all there to read, and leads on', async ({ page }) => {
        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
        await expect(page.getByRole('textbox', { name: text.blanks[0][0] })).toBeVisible()
        await expect(page.getByRole('button', { name: text.copy })).toBeHidden()
        await expect(page.getByText(text.price)).toBeVisible()
        await expect(page.locator('details')).toHaveCount(5)
        await page.locator('summary').first().click()
        await expect(page.locator('details p').first()).toBeVisible()
        await expect(page.locator('footer a[href="/page/imprint"]')).toBeVisible()
      })
    })
  })
}

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the bar leads to the prices and the questions, into the product, and back', async ({
    page,
  }) => {
    await page.goto('/')
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/#pricing')
    await expect(page.getByRole('heading', { name: 'Simple prices' })).toBeInViewport()
    await bar.getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/#faq')
    await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeInViewport()
    await page.goto('/#how-it-works')
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeInViewport()

    await bar.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL('/register')
    await page.getByRole('link', { name: 'Promptshelf' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.heading)
    await bar.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test('who is logged in is led to the library instead, and nothing moves for it', async ({
  page,
  account: _account,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login-checker', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/')
  const pricing = page.getByRole('banner').getByRole('link', { name: 'Pricing' })
  const before = await pricing.boundingBox()
  held.resolve()
  const open = page.getByRole('link', { name: 'Open your library' })
  await expect(open).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden()
  expect(await pricing.boundingBox()).toEqual(before)
  await open.click()
  await expect(page).toHaveURL('/prompts')
})

test('what is pressed before the scripts are there is done when they are', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Deutsch' }).click()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.de.heading)
})

test('the language chosen here is what the server sends next time', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.de.heading)
  await expect(page).toHaveTitle(texts.de.title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const response = await page.reload()
  expect(response?.headers()['content-language']).toBe('de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.de.heading)

  // A choice whose cookie is gone still holds.
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.de.heading)
  // Who follows an address in the other language reads that one, and has chosen nothing.
  await page.goto('/?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.heading)
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('de')
})

test('the theme chosen is there before any script of the page runs', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()
  await page.route('**/assets/*.js', () => {})
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(9, 9, 11)')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme},`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('on the page, filled in and with every answer open', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('textbox', { name: 'topic' }).fill('inflation')
      for (const summary of await page.locator('summary').all()) await summary.click()
      await expectNoFindings(page, 'the landing page')
    })
  })
}

for (const width of [320, 375, 768]) {
  test(`nothing is wider than ${width} pixels`, async ({ browser, server, faults }) => {
    for (const locale of ['en-GB', 'de-DE']) {
      const context = await browser.newContext({ locale, viewport: { width, height: 800 } })
      faults.watch(context)
      const page = await context.newPage()
      await page.goto(server.origin)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await context.close()
    }
  })
}
