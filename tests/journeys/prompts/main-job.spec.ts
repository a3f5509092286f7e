import type { Locator, Page } from '@playwright/test'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { readClipboard } from '#tests/journeys/support/library-steps.ts'

const english = {
  locale: 'en-GB',
  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Confirm password',
  register: 'Register',
  created: 'Your account is created, sign in now.',
  logIn: 'Log in',
  nothing: 'Nothing here',
  add: 'Add',
  createFolder: 'Create Folder',
  createFolderTitle: 'Create folder',
  name: 'Name',
  turquoise: 'Turquoise',
  create: 'Create',
  addPrompt: 'Add Prompt',
  addPromptTitle: 'Add prompt',
  title: 'Title',
  body: 'Prompt',
  addVariable: 'Add Variable',
  variables: 'Variables',
  search: 'Search',
  copyPrompt: 'Copy Prompt',
  copied: 'Prompt copied to clipboard!',
  edit: 'Edit',
  editTitle: 'Edit prompt',
  share: 'Share by public link',
  copyLink: 'Copy link',
  urlCopied: 'URL copied!',
  save: 'Save',
  sharedHeading: "The prompt 'Launch announcement' has been shared with you",
}

const german: typeof english = {
  locale: 'de-DE',
  email: 'E-Mail',
  password: 'Passwort',
  confirmPassword: 'Passwort wiederholen',
  register: 'Konto anlegen',
  created: 'Dein Konto ist angelegt. Melde dich jetzt an.',
  logIn: 'Anmelden',
  nothing: 'Noch nichts hier',
  add: 'Hinzufügen',
  createFolder: 'Neuer Ordner',
  createFolderTitle: 'Neuer Ordner',
  name: 'Name',
  turquoise: 'Türkis',
  create: 'Speichern',
  addPrompt: 'Neuer Prompt',
  addPromptTitle: 'Neuer Prompt',
  title: 'Titel',
  body: 'Prompt',
  addVariable: 'Variable hinzufügen',
  variables: 'Variablen',
  search: 'Suchen',
  copyPrompt: 'Prompt kopieren',
  copied: 'Prompt in die Zwischenablage kopiert!',
  edit: 'Bearbeiten',
  editTitle: 'Prompt bearbeiten',
  share: 'Per öffentlichem Link teilen',
  copyLink: 'Link kopieren',
  urlCopied: 'Link kopiert!',
  save: 'Speichern',
  sharedHeading: 'Der Prompt „Launch announcement“ wurde mit dir geteilt',
}

const desktop = { name: 'desktop', viewport: { width: 1440, height: 900 } }
const phone = {
  name: 'phone',
  viewport: { width: 375, height: 720 },
  hasTouch: true,
  isMobile: true,
}

for (const words of [english, german]) {
  for (const { name, ...device } of [desktop, phone]) {
    test.describe(`The main job, ${words.locale} on a ${name}`, () => {
      test.use({ ...device, locale: words.locale })

      test('from signing up to a filled-in prompt on the clipboard', async ({
        page,
        openVisitor,
      }) => {
        const isPhone = name === 'phone'
        const person = personAt(page, isPhone, words)

        await person.signsUpAndIn()
        await expect(page.getByText(words.nothing)).toBeVisible()

        await person.createsFolder('Marketing', words.turquoise)
        await person.presses(page.getByRole('link', { name: 'Marketing' }))
        await expect(page.getByRole('heading', { name: 'Marketing', level: 1 })).toBeAttached()
        await person.createsFolder('Product launches')
        await person.presses(page.getByRole('link', { name: 'Product launches' }))
        await expect(page.getByRole('heading', { name: 'Product launches' })).toBeAttached()

        await person.writesPrompt()

        await person.presses(page.getByRole('navigation').getByRole('link').first())
        await expect(page.getByRole('link', { name: 'Marketing' })).toBeVisible()
        await person.findsAndFillsIn()
        await person.shares()

        const visitor = await openVisitor()
        await visitor.goto(await readClipboard(page))
        await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(words.sharedHeading)
        const guest = personAt(visitor, isPhone, words)
        await guest.fillsIn(visitor.getByRole('main'))
      })
    })
  }
}

/** Somebody who presses with a finger on a phone, and clicks elsewhere. */
function personAt(page: Page, isPhone: boolean, words: typeof english) {
  const presses = (target: Locator) => (isPhone ? target.tap() : target.click())

  const asksFor = async (action: string) => {
    // An empty folder offers both a second time.
    if (!isPhone) return page.getByRole('button', { name: action }).first().click()
    await page.getByRole('button', { name: words.add, exact: true }).tap()
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
    await expect(text.getByRole('button', { name: words.copyPrompt })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.copied)).toBeVisible()
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
      await page.getByLabel(words.email).fill(email)
      await page.getByLabel(words.password, { exact: false }).first().fill('a quiet library')
      await page.getByLabel(words.confirmPassword).fill('a quiet library')
      await presses(page.getByRole('button', { name: words.register }))
      await expect(page.getByRole('status').filter({ hasText: words.created })).toBeVisible()
      await expect(page).toHaveURL('/login')
      await page.getByLabel(words.email).fill(email)
      await page.getByLabel(words.password).fill('a quiet library')
      await presses(page.getByRole('button', { name: words.logIn, exact: true }))
      await expect(page).toHaveURL('/prompts')
    },

    async createsFolder(name: string, color?: string) {
      await asksFor(words.createFolder)
      const dialog = page.getByRole('dialog', { name: words.createFolderTitle })
      await dialog.getByLabel(words.name).fill(name)
      if (color) await dialog.getByRole('radio', { name: color }).check()
      await presses(dialog.getByRole('button', { name: words.create }))
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('link', { name })).toBeVisible()
    },

    async writesPrompt() {
      await asksFor(words.addPrompt)
      const dialog = page.getByRole('dialog', { name: words.addPromptTitle })
      await dialog.getByLabel(words.title).fill('Launch announcement')
      await presses(dialog.getByRole('textbox', { name: words.body, exact: true }))
      await page.keyboard.type('Announce {product} to {audience}.')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.keyboard.type('{product} comes first. Tone: tone')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await presses(page.getByRole('button', { name: words.addVariable }))
      const chips = dialog.getByRole('list', { name: words.variables }).getByRole('listitem')
      await expect(chips).toHaveText(['product', 'audience', 'tone'])
      await presses(dialog.getByRole('button', { name: words.create }))
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Launch announcement' })).toBeVisible()
    },

    async findsAndFillsIn() {
      await page.getByRole('textbox', { name: words.search }).fill('comes first')
      const hit = page.getByRole('article')
      await expect(hit).toHaveCount(1)
      await expect(hit).toContainText('Marketing / Product launches')
      await presses(hit.getByRole('button', { name: 'Launch announcement', exact: true }))
      await fillsIn(page.getByRole('dialog', { name: 'Launch announcement' }))
    },

    async shares() {
      const view = page.getByRole('dialog', { name: 'Launch announcement' })
      await presses(view.getByRole('button', { name: words.edit }))
      const edit = page.getByRole('dialog', { name: words.editTitle })
      await edit.getByRole('switch', { name: words.share }).check()
      await presses(edit.getByRole('button', { name: words.copyLink }))
      await expect(page.getByText(words.urlCopied)).toBeVisible()
    },
  }
}
