import {
  defaultLanguage,
  languageCodes,
  languages,
  localize,
  type Localized,
} from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expectNoFindingsInBothThemes } from '#tests/journeys/support/axe.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

const prices: Localized<string> = { en: '€4.00', de: '4,00 €' }

/** The page's texts in a language, and its example, empty and filled in. */
const pages = localize((language) => {
  const { landing, prompt } = textsOf[language]
  const body = fill(landing.example.body, {}, language)
  const names = [...new Set(body.match(/(?<=\{)\w+(?=\})/g))]
  // A choice matches typed text in its list; the last variable is a switch, and stays on.
  const values = ['inflation', 'my grandmother', landing.example.tones.first, '']
  const blanks = names.map((name, at) => ({ name, value: values[at] ?? '' }))
  return {
    title: landing.meta.title,
    heading: fill(landing.hero.title.replace('</line>', ' '), {}, language),
    copy: prompt.fillIn.copy,
    copied: prompt.fillIn.copied,
    progress: fill(prompt.fillIn.progress, { filled: 1, total: 3 }, language),
    first: names[0] ?? '',
    blanks,
    filled: blanks.reduce(
      (text, { name, value }) =>
        text.replaceAll(`{${name}}`, value || landing.example.questionText),
      body,
    ),
    price: prices[language],
  }
})

for (const language of languageCodes) {
  const text = pages[language]
  test.describe(`in a browser in ${languages[language].name}`, () => {
    test.use({ locale: language === 'de' ? 'de-AT' : languages[language].locale })

    test('a visitor, who is known without a call, fills in the example without the mouse and copies it, at any width', async ({
      page,
    }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await page.goto('/')
      await page.evaluate(() => document.fonts.ready)
      for (const width of [320, 375, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      await expect(page).toHaveTitle(text.title)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
      await expect(page.getByText(text.progress)).toBeVisible()
      await page.getByRole('textbox', { name: text.first }).focus()
      for (const { value } of text.blanks) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
      await expect(page.getByRole('button', { name: text.copy })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText(text.copied)).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(text.filled)
      expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
    })

    // The rest does not depend on the language.
    if (language !== defaultLanguage) return

    test('the copied example can be kept, and is saved after registration', async ({ page }) => {
      const { accounts, landing } = textsOf[language]
      const name = landing.example.name
      await page.goto('/')
      await page.getByRole('textbox', { name: text.first }).fill('inflation')
      await expect(page.getByText(landing.hero.tryIt)).toBeVisible()
      await page.getByRole('button', { name: text.copy }).click()
      await expect(page.getByText(landing.hero.keepHint)).toBeVisible()
      const keep = landing.hero.keep.replace(/^.*<link>|<.link>$/g, '')
      await page.getByRole('link', { name: keep }).click()
      await expect(page).toHaveURL('/register')
      const kept = fill(accounts.register.promptKept, { name }, language)
      await expect(page.getByText(kept)).toBeVisible()
      await expect(fieldOf(page, accounts.email)).toBeFocused()
      await page.keyboard.type(newEmail())
      await fieldOf(page, accounts.password).fill('correct horse')
      await fieldOf(page, accounts.confirmPassword).fill('correct horse')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/login')
      await expect(
        page.getByText(fill(accounts.login.promptWaits, { name }, language)),
      ).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(promptCard(page, name)).toBeVisible()
    })

    test('text typed before the scripts have loaded is kept, and its variable counts as filled in', async ({
      page,
    }) => {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      const field = page.getByRole('textbox', { name: text.first })
      await expect(page.getByText(text.progress)).toBeVisible()
      await field.focus()
      await page.keyboard.type('inflation')
      release()

      await expect(page.getByText(text.progress)).toBeHidden()
      // React does this if a visitor types during hydration.
      await field.evaluate((element) => {
        element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      })
      await page.keyboard.type('!')
      await expect(field).toHaveValue('inflation!')
      await page.getByRole('button', { name: text.copy }).click()
      await expect(page.getByText(text.copied)).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('inflation!')
    })

    test('the example can be filled in and copied by keyboard before the scripts have loaded', async ({
      page,
    }) => {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('textbox', { name: text.first }).focus()
      for (const { value } of text.blanks) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Enter')
      release()
      await expect(page.getByText(text.copied)).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(text.filled)
    })

    test.describe('that runs no scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('the whole page can be read, and its links work', async ({ page }) => {
        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
        await expect(page.getByRole('textbox', { name: text.first })).toBeVisible()
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

  test('the bar links to the prices, the questions and the product, and back', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: texts.shell.visitor.pricing }).click()
    await expect(page).toHaveURL('/#pricing')
    await expect(page.getByRole('heading', { name: texts.landing.pricing.title })).toBeInViewport()
    await bar.getByRole('link', { name: texts.shell.visitor.faq }).click()
    await expect(page).toHaveURL('/#faq')
    await expect(page.getByRole('heading', { name: texts.landing.faq.title })).toBeInViewport()
    await page.goto('/#how-it-works')
    await expect(page.getByRole('heading', { name: texts.landing.how.title })).toBeInViewport()

    await bar.getByRole('link', { name: texts.shell.visitor.register }).click()
    await expect(page).toHaveURL('/register')
    await page.getByRole('link', { name: 'Promptshelf' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.en.heading)
    await bar.getByRole('link', { name: texts.shell.visitor.login }).click()
    await expect(page).toHaveURL('/login')
  })
})

test('a visitor who is logged in gets a link to the library, and no element moves', async ({
  page,
  account: _account,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login-checker', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/')
  const pricing = page.getByRole('banner').getByRole('link', { name: texts.shell.visitor.pricing })
  const before = await pricing.boundingBox()
  held.resolve()
  const open = page.getByRole('link', { name: texts.shell.visitor.openLibrary })
  await expect(open).toBeVisible()
  await expect(page.getByRole('link', { name: texts.shell.visitor.login })).toBeHidden()
  expect(await pricing.boundingBox()).toEqual(before)
  await open.click()
  await expect(page).toHaveURL('/prompts')
})

test('a language chosen before the scripts have loaded is shown once they have, and sent at the next visit', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Deutsch' }).click()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.de.heading)
  await expect(page).toHaveTitle(pages.de.title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const response = await page.reload()
  expect(response?.headers()['content-language']).toBe('de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.de.heading)

  // The choice survives without its cookie.
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.de.heading)
  // Following a link in the other language shows that language and leaves the choice unchanged.
  await page.goto('/?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.en.heading)
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('de')
})

test('the chosen theme applies before any script of the page runs', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: texts.shell.darkTheme }).click()
  await expect(page.getByRole('button', { name: texts.shell.lightTheme })).toBeVisible()
  await page.route('**/assets/*.js', () => {})
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(9, 9, 11)')
})

test('axe finds nothing on the page, filled in and with every answer open', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'topic' }).fill('inflation')
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectNoFindingsInBothThemes(page, 'the landing page')
})
