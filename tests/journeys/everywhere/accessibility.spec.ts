import type { Page } from '@playwright/test'
import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { expectHydrated } from '#tests/journeys/support/expect-hydrated.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  openProfile,
  signInElsewhere,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { expectNoFindings, expectNoFindingsInBothThemes } from '#tests/journeys/support/axe.ts'
import { fileOf, submitOf } from '#tests/journeys/support/import-steps.ts'
import {
  askToFolder,
  askToPrompt,
  dialogOf,
  editorIn,
  openPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

// The screens take minutes in one worker.
test.describe.configure({ mode: 'parallel' })

/** Opens each dialog of the library, which axe then checks. Ends with the question before input is discarded, if any. */
const dialogs: Record<string, (page: Page) => Promise<void>> = {
  'create folder': async (page) => {
    await page.getByRole('button', { name: texts.library.createFolder, exact: true }).click()
    await expect(dialogOf(page, texts.library.folder.createTitle)).toBeVisible()
  },
  'edit folder': async (page) => {
    await expect(await askToFolder(page, 'edit', 'Press')).toBeVisible()
  },
  'delete folder': async (page) => {
    await expect(await askToFolder(page, 'delete', 'Social media')).toContainText('3 folders')
  },
  'add prompt': async (page) => {
    await page.getByRole('button', { name: texts.library.addPrompt }).click()
    await expect(editorIn(dialogOf(page, texts.library.prompt.createTitle))).toBeVisible()
  },
  'edit prompt': async (page) => {
    const edit = await askToPrompt(page, 'edit', 'Launch announcement')
    await expect(
      edit.getByRole('button', { name: fill(texts.prompt.editor.remove, { name: 'tone' }) }),
    ).toBeVisible()
    await expectNoFindingsInBothThemes(page, 'edit prompt')
    await edit.getByLabel(texts.library.prompt.name).fill('Another title')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page, texts.library.discard.title)).toBeVisible()
  },
  'view prompt': async (page) => {
    const view = await openPrompt(page, 'Launch announcement')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    await expectNoFindingsInBothThemes(page, 'view prompt')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page, texts.library.discardValues.title)).toBeVisible()
  },
  'sets of values': async (page) => {
    const view = await openPrompt(page, 'Launch announcement')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    const sets = view.getByRole('button', { name: texts.values.sets })
    await sets.click()
    await page.getByRole('menuitem', { name: texts.values.save }).click()
    await page.keyboard.type('Lamps')
    await expectNoFindingsInBothThemes(page, 'a name for values')
    await page.keyboard.press('Enter')
    await expect(sets).toBeFocused()
    await sets.click()
    await expectNoFindingsInBothThemes(page, 'sets of values')
    const remove = fill(texts.values.delete, { name: 'Lamps' })
    await page.getByRole('menuitem', { name: remove }).click()
    await expect(view.getByRole('button', { name: texts.values.undo })).toBeVisible()
  },
  'move prompt': async (page) => {
    const move = await askToPrompt(page, 'move', 'Launch announcement')
    await expect(move.getByRole('radio')).toHaveCount(5)
  },
  import: async (page) => {
    await page.getByRole('button', { name: texts.library.import }).click()
    const importing = dialogOf(page, texts.library.import)
    await importing.locator('input[type=file]').first().setInputFiles(fileOf(2, 3))
    await expect(submitOf(importing, 6)).toBeVisible()
  },
  'delete prompt': async (page) => {
    await expect(await askToPrompt(page, 'delete', 'Launch announcement')).toBeVisible()
  },
}

test.describe('axe finds nothing', () => {
  test('on the screens of a user who is logged in', async ({ page, account }) => {
    await page.goto('/prompts')
    await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
    await expectNoFindingsInBothThemes(page, 'an empty library')
    const { launches } = await createDemoLibrary(account.call)
    await page.goto(`/prompts?folderId=${launches}`)
    await expect(page.getByRole('article')).toHaveCount(8)
    await expectNoFindingsInBothThemes(page, 'a folder')
    await page
      .getByRole('button', { name: fill(texts.library.folder.actions, { name: 'Press' }) })
      .click()
    await expectNoFindingsInBothThemes(page, 'a menu')
    await page.keyboard.press('Escape')
    const search = page.getByRole('textbox', { name: texts.library.search.label })
    await search.fill('product')
    await expect(page.getByRole('article').first()).toContainText('Marketing')
    await expectNoFindingsInBothThemes(page, 'a search')
    await search.fill('nowhere to be found')
    await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
    await expectNoFindingsInBothThemes(page, 'nothing found')
    for (const [path, title] of [
      ['/plans', texts.plans.title],
      ['/profile', texts.accounts.profile.title],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByText('Free').first()).toBeVisible()
      await expectNoFindingsInBothThemes(page, path)
    }
  })

  test('in each dialog of the library', async ({ page, account }) => {
    const { launches } = await createDemoLibrary(account.call)
    await page.goto(`/prompts?folderId=${launches}`)
    const discard = page.getByRole('button', { name: texts.library.discard.discard })
    for (const [name, open] of Object.entries(dialogs)) {
      await open(page)
      await expectNoFindingsInBothThemes(page, name)
      await ((await discard.isVisible()) ? discard.click() : page.keyboard.press('Escape'))
      await expect(page.locator('dialog:modal')).toHaveCount(0)
    }
  })

  // The screens above already show all colours of the following ones.
  test('on the screens of a visitor', async ({ page, account, openVisitor, faults }) => {
    const { promptIds } = await createDemoLibrary(account.call)
    const visitor = await openVisitor()
    faults.expectFailure('/no/such/page', 404)
    for (const path of ['/', '/login', '/register', '/forgot-password/link', '/no/such/page']) {
      await visitor.goto(path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoFindings(visitor, path)
    }
    await visitor.goto('/register')
    await visitor.getByRole('button', { name: texts.accounts.register.submit }).click()
    await expectNoFindings(visitor, 'a form with an error')
    faults.expectFailure('/api/login', 400)
    await trySignIn(visitor, texts, { ...account, password: 'not my password' })
    await expect(alertOf(visitor)).toBeVisible()
    await expectNoFindings(visitor, 'a form that the server refused')
    await visitor.goto(`/prompt/shared/${promptIds.get('Launch announcement')}`)
    await visitor.getByRole('textbox', { name: 'product' }).fill('Lumen')
    await expectNoFindings(visitor, 'a shared prompt')
    await visitor.getByRole('button', { name: texts.prompt.fillIn.copy }).click()
    await expect(visitor.getByText(texts.prompt.fillIn.copied)).toBeVisible()
    await expectNoFindings(visitor, 'a shared prompt with a toast')

    await page.route('**/api/page/terms', (route) => route.fulfill({ status: 500, body: '' }))
    faults.expectFailure('/api/page/terms', 500)
    faults.expectConsole('ApiError')
    await page.goto('/page/faq')
    await expectHydrated(page)
    await page.getByRole('contentinfo').getByText(texts.pages.terms).click()
    await expect(page.getByRole('heading', { name: texts.faults.failureTitle })).toBeVisible()
    await expectNoFindings(page, 'the error screen')
  })

  test('on the screens behind mailed links', async ({
    page,
    account,
    openVisitor,
    mailServer,
    faults,
  }) => {
    const { link } = await mailServer.waitForMail(account.email)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/verify-email', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(link)
    await expect(page.getByRole('status')).toBeVisible()
    await expectNoFindings(page, 'a screen that waits')
    held.resolve()
    await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()
    await expectNoFindings(page, 'a verified address')

    const visitor = await openVisitor()
    const { confirmPassword, reset } = texts.accounts
    const field = (name: string) => visitor.getByRole('textbox', { name })
    const setPassword = async (password: string) => {
      await field(reset.newPassword).fill(password)
      await field(confirmPassword).fill(password)
      await visitor.getByRole('button', { name: reset.submit }).click()
    }
    await visitor.goto('/forgot-password/link')
    await visitor.getByLabel(texts.accounts.email).fill(account.email)
    await visitor.getByRole('button', { name: texts.accounts.forgot.submit }).click()
    await expect(visitor.getByRole('status')).toBeVisible()
    await expectNoFindings(visitor, 'a reset link that was sent')
    await visitor.goto((await mailServer.waitForMail(account.email, 2)).link)
    await expect(visitor.getByRole('heading', { name: reset.title })).toBeVisible()
    await expectNoFindings(visitor, 'a new password to be set')
    faults.expectFailure(/^\/api\/fp\/reset\//, 400)
    await setPassword('football1')
    await expect(field(reset.newPassword)).toHaveAccessibleDescription(/./)
    await expect(field(reset.newPassword)).toBeFocused()
    await expectNoFindings(visitor, 'a new password that is refused')
    await setPassword('another quiet library')
    await expect(visitor.getByRole('status')).toContainText(reset.done)
    await expectNoFindings(visitor, 'a new password that is set')
  })

  test('on the profile and in its dialog', async ({ page, account, openVisitor }) => {
    const { confirmPassword, profile } = texts.accounts
    const { mine } = texts.values
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name })
    await signInElsewhere(await openVisitor(), texts, account)
    await openProfile(page)
    await expect(button(profile.endOthers)).toBeVisible()
    await expectNoFindings(page, 'a profile')
    await button(profile.changePassword).click()
    await field(profile.currentPassword).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts.errors.fields_missing)).toBeVisible()
    await expectNoFindings(page, 'a new password that is missing')
    await field(profile.newPassword).fill('another quiet library')
    await field(confirmPassword).fill('another quiet library')
    await page.keyboard.press('Enter')
    await expect(page.getByText(profile.updated, { exact: true })).toBeVisible()
    await expectNoFindings(page, 'a changed password')
    await button(mine.add).click()
    await field(mine.value).fill('Ada')
    await button(mine.submit).click()
    await expect(page.getByText(mine.nameMissing)).toBeVisible()
    await expectNoFindings(page, 'a value without a name')

    await button(profile.delete).click()
    const dialog = dialogOf(page, profile.deleteTitle)
    await expectNoFindings(page, 'delete account')
    await dialog.getByRole('textbox').fill('1')
    await dialog.getByRole('textbox').press('Enter')
    await expect(dialog).toContainText(profile.sumWrong)
    await expectNoFindings(page, 'delete account, with a wrong sum')
  })
})
