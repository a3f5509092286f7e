import type { Locator, Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { readers } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  copyButtonIn,
  expectContents,
  readClipboard,
  toastOf,
} from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of readers) {
  const words = textsOf[language]
  test.describe(`The main job, ${options.locale} on a ${device}`, () => {
    test.use(options)

    test('from registration to a filled-in prompt on the clipboard', async ({
      page,
      openVisitor,
    }) => {
      const isPhone = device === 'phone'
      const person = personAt(page, isPhone, language)

      await person.signsUpAndIn()
      await expect(page.getByText(words.library.empty.title)).toBeVisible()

      await person.createsFolder('Marketing', words.library.colors['4ECDC4'])
      await person.presses(page.getByRole('link', { name: 'Marketing' }))
      await expect(page.getByRole('heading', { name: 'Marketing', level: 1 })).toBeAttached()
      await person.createsFolder('Product launches')
      await person.presses(page.getByRole('link', { name: 'Product launches' }))
      await expect(page.getByRole('heading', { name: 'Product launches' })).toBeAttached()

      await person.writesPrompt()

      // On a phone, each tap goes up one folder.
      const up = page.getByRole('navigation').getByRole('link').first()
      if (isPhone) {
        await person.presses(up)
        await expect(page.getByRole('heading', { name: 'Marketing', level: 1 })).toBeAttached()
      }
      await person.presses(up)
      await expect(page.getByRole('link', { name: 'Marketing' })).toBeVisible()
      await person.findsAndFillsIn()
      await person.shares()

      const visitor = await openVisitor()
      await visitor.goto(await readClipboard(page))
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
        fill(words.shell.sharedPrompt.heading, { promptName: 'Launch announcement' }, language),
      )
      const guest = personAt(visitor, isPhone, language)
      await guest.fillsIn(visitor.getByRole('main'))
    })
  })
}

/** A user who taps on a phone, and clicks elsewhere. */
function personAt(page: Page, isPhone: boolean, language: Language) {
  const words = textsOf[language]
  const presses = (target: Locator) => (isPhone ? target.tap() : target.click())

  const asksFor = async (action: string) => {
    await expectContents(page)
    if (!isPhone) return page.getByRole('button', { name: action }).first().click()
    const add = page.getByRole('button', { name: words.library.add, exact: true })
    // An empty library shows both buttons in its middle.
    const here = page.getByRole('button', { name: action, exact: true })
    await expect(add.or(here).first()).toBeVisible()
    if (await here.isVisible()) return here.tap()
    await add.tap()
    await page.getByRole('menuitem', { name: action }).tap()
  }

  const fillsIn = async (text: Locator) => {
    await expect(text.getByRole('textbox', { name: 'product' })).toBeFocused()
    await page.keyboard.type('Lumen, a desk lamp')
    await page.keyboard.press('Enter')
    await expect(text.getByRole('textbox', { name: 'audience' })).toBeFocused()
    await page.keyboard.type('people who {work} at home & like $1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('dry')
    await page.keyboard.press('Enter')
    await expect(copyButtonIn(text, language)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.prompt.fillIn.copied)).toBeVisible()
    expect(await readClipboard(page)).toBe(
      [
        'Announce Lumen, a desk lamp to people who {work} at home & like $1.',
        '',
        'Lumen, a desk lamp comes first. Tone: dry',
      ].join('\n'),
    )
  }

  return {
    presses,
    fillsIn,

    async signsUpAndIn() {
      const email = newEmail()
      await page.goto('/register')
      await page.getByLabel(words.accounts.email).fill(email)
      await fieldOf(page, words.accounts.password).fill('a quiet library')
      await page
        .getByRole('textbox', { name: words.accounts.confirmPassword })
        .fill('a quiet library')
      await presses(page.getByRole('button', { name: words.accounts.register.submit }))
      await expect(
        page.getByRole('status').filter({ hasText: words.accounts.login.created }),
      ).toBeVisible()
      await expect(page).toHaveURL('/login')
      await page.getByLabel(words.accounts.email).fill(email)
      await fieldOf(page, words.accounts.password).fill('a quiet library')
      await presses(page.getByRole('button', { name: words.accounts.login.submit, exact: true }))
      await expect(page).toHaveURL('/prompts')
    },

    async createsFolder(name: string, color?: string) {
      await asksFor(words.library.createFolder)
      const dialog = page.getByRole('dialog', { name: words.library.folder.createTitle })
      await dialog.getByLabel(words.library.folder.name).fill(name)
      if (color) await dialog.getByRole('radio', { name: color }).check()
      await presses(dialog.getByRole('button', { name: words.library.folder.create }))
      await expect(dialog).toBeHidden()
      await expect(toastOf(page, words.library.folder.created)).toBeVisible()
      await expect(page.getByRole('link', { name })).toBeVisible()
    },

    async writesPrompt() {
      await asksFor(words.library.addPrompt)
      const dialog = page.getByRole('dialog', { name: words.library.prompt.createTitle })
      await dialog.getByLabel(words.library.prompt.name).fill('Launch announcement')
      // Not a tap, after which Chromium places the caret some milliseconds after the focus.
      await dialog.getByRole('textbox', { name: words.library.prompt.body, exact: true }).click()
      await page.keyboard.type('Announce {product} to {audience}.')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.keyboard.type('{product} comes first. Tone: tone')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await presses(page.getByRole('button', { name: words.prompt.editor.addVariable }))
      const chips = dialog
        .getByRole('list', { name: words.prompt.editor.variables })
        .getByRole('listitem')
      await expect(chips).toHaveText(['product', 'audience', 'tone'])
      await presses(dialog.getByRole('button', { name: words.library.prompt.create }))
      await expect(toastOf(page, words.library.prompt.created)).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Launch announcement' })).toBeVisible()
    },

    async findsAndFillsIn() {
      await page.getByRole('textbox', { name: words.library.search.label }).fill('comes first')
      const hit = page.getByRole('article')
      await expect(hit).toHaveCount(1)
      await expect(hit).toContainText('Marketing / Product launches')
      await presses(hit.getByRole('button', { name: 'Launch announcement', exact: true }))
      await fillsIn(page.getByRole('dialog', { name: 'Launch announcement' }))
    },

    async shares() {
      const view = page.getByRole('dialog', { name: 'Launch announcement' })
      // Two clicks share the prompt and copy its link.
      await presses(view.getByRole('button', { name: words.history.share.title, exact: true }))
      await presses(page.getByRole('switch', { name: words.library.prompt.share }))
      await expect(page.getByRole('button', { name: words.library.prompt.urlCopied })).toBeVisible()
    },
  }
}
