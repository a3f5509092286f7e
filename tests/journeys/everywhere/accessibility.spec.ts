import type { Page } from '@playwright/test'
import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { alertOf, fieldOf, openProfile, signIn } from '#tests/journeys/support/account-steps.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { fileOf, submitOf } from '#tests/journeys/support/import-steps.ts'
import {
  askToFolder,
  askToPrompt,
  dialogOf,
  editorIn,
  openPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

/** Opens each dialog of the library in the state that axe checks. */
const dialogs: Record<string, (page: Page) => Promise<void>> = {
  'create folder': async (page) => {
    await page.getByRole('button', { name: texts.library.createFolder }).click()
    await expect(dialogOf(page, texts.library.folder.createTitle)).toBeVisible()
    await expectNoFindings(page, 'create folder')
  },
  'edit folder': async (page) => {
    await expect(await askToFolder(page, 'edit', 'Press')).toBeVisible()
    await expectNoFindings(page, 'edit folder')
  },
  'delete folder': async (page) => {
    await expect(await askToFolder(page, 'delete', 'Social media')).toContainText('3 folders')
    await expectNoFindings(page, 'delete folder')
  },
  'add prompt': async (page) => {
    await page.getByRole('button', { name: texts.library.addPrompt }).click()
    await expect(editorIn(dialogOf(page, texts.library.prompt.createTitle))).toBeVisible()
    await expectNoFindings(page, 'add prompt')
  },
  'edit prompt': async (page) => {
    const edit = await askToPrompt(page, 'edit', 'Launch announcement')
    await expect(
      edit.getByRole('button', { name: fill(texts.prompt.editor.remove, { name: 'tone' }) }),
    ).toBeVisible()
    await expectNoFindings(page, 'edit prompt')
    await edit.getByLabel(texts.library.prompt.name).fill('Another title')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page, texts.library.discard.title)).toBeVisible()
    await expectNoFindings(page, 'the question about unsaved text')
  },
  'view prompt': async (page) => {
    const view = await openPrompt(page, 'Launch announcement')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    await expectNoFindings(page, 'view prompt')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page, texts.library.discardValues.title)).toBeVisible()
    await expectNoFindings(page, 'the question about what was filled in')
  },
  'sets of values': async (page) => {
    const view = await openPrompt(page, 'Launch announcement')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    const sets = view.getByRole('button', { name: texts.values.sets })
    await sets.click()
    await page.getByRole('menuitem', { name: texts.values.save }).click()
    await page.keyboard.type('Lamps')
    await expectNoFindings(page, 'a name for values')
    await page.keyboard.press('Enter')
    await expect(sets).toBeFocused()
    await sets.click()
    await expectNoFindings(page, 'sets of values')
    const remove = fill(texts.values.delete, { name: 'Lamps' })
    await page.getByRole('menuitem', { name: remove }).click()
    await expect(view.getByRole('button', { name: texts.values.undo })).toBeVisible()
    await expectNoFindings(page, 'a deleted set of values')
  },
  'move prompt': async (page) => {
    const move = await askToPrompt(page, 'move', 'Launch announcement')
    await expect(move.getByRole('radio')).toHaveCount(5)
    await expectNoFindings(page, 'move prompt')
  },
  import: async (page) => {
    await page.getByRole('button', { name: texts.library.import }).click()
    const importing = dialogOf(page, texts.library.import)
    await importing.locator('input[type=file]').first().setInputFiles(fileOf(2, 3))
    await expect(submitOf(importing, 6)).toBeVisible()
    await expectNoFindings(page, 'an import')
  },
  'delete prompt': async (page) => {
    await expect(await askToPrompt(page, 'delete', 'Launch announcement')).toBeVisible()
    await expectNoFindings(page, 'delete prompt')
  },
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme},`, () => {
    // Colours in mid-transition are not part of the design.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('on the screens of a signed-in user', async ({ page, account }) => {
      await page.goto('/prompts')
      await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
      await expectNoFindings(page, 'an empty library')
      const { launches } = await createDemoLibrary(account.call)
      await page.goto(`/prompts?folderId=${launches}`)
      await expect(page.getByRole('article')).toHaveCount(8)
      await expectNoFindings(page, 'a folder')
      await page
        .getByRole('button', { name: fill(texts.library.folder.actions, { name: 'Press' }) })
        .click()
      await expectNoFindings(page, 'a menu')
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: texts.library.search.label }).fill('product')
      await expect(page.getByRole('article').first()).toContainText('Marketing')
      await expectNoFindings(page, 'a search')
      await page
        .getByRole('textbox', { name: texts.library.search.label })
        .fill('nowhere to be found')
      await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
      await expectNoFindings(page, 'nothing found')
      for (const [path, title] of [
        ['/plans', texts.plans.title],
        ['/profile', texts.accounts.profile.title],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        await expect(page.getByText('Free').first()).toBeVisible()
        await expectNoFindings(page, path)
      }
    })

    for (const [name, openAndCheck] of Object.entries(dialogs)) {
      test(`in the dialog “${name}”`, async ({ page, account }) => {
        const { launches } = await createDemoLibrary(account.call)
        await page.goto(`/prompts?folderId=${launches}`)
        await openAndCheck(page)
      })
    }

    // The dark theme changes only colours, and these two dialogs have all of them.
    if (colorScheme === 'dark') return

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
      await visitor.goto('/login')
      faults.expectFailure('/api/login', 400)
      await visitor.getByLabel(texts.accounts.email).fill(account.email)
      await fieldOf(visitor, texts.accounts.password).fill('not my password')
      await visitor.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
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
      await page.goto('/page/terms')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
      await visitor.goto('/forgot-password/link')
      await visitor.getByLabel(texts.accounts.email).fill(account.email)
      await visitor.getByRole('button', { name: texts.accounts.forgot.submit }).click()
      await expect(visitor.getByRole('status')).toBeVisible()
      await expectNoFindings(visitor, 'a reset link that was sent')
      await visitor.goto((await mailServer.waitForMail(account.email, 2)).link)
      await expect(visitor.getByRole('heading', { name: texts.accounts.reset.title })).toBeVisible()
      await expectNoFindings(visitor, 'a new password to be set')
      await visitor
        .getByRole('textbox', { name: texts.accounts.reset.newPassword })
        .fill('football1')
      await visitor.getByRole('textbox', { name: texts.accounts.confirmPassword }).fill('football1')
      faults.expectFailure(/^\/api\/fp\/reset\//, 400)
      await visitor.getByRole('button', { name: texts.accounts.reset.submit }).click()
      const refused = visitor.getByRole('textbox', { name: texts.accounts.reset.newPassword })
      await expect(refused).toHaveAccessibleDescription(/./)
      await expect(refused).toBeFocused()
      await expectNoFindings(visitor, 'a new password that is refused')
      await visitor
        .getByRole('textbox', { name: texts.accounts.reset.newPassword })
        .fill('another quiet library')
      await visitor
        .getByRole('textbox', { name: texts.accounts.confirmPassword })
        .fill('another quiet library')
      await visitor.getByRole('button', { name: texts.accounts.reset.submit }).click()
      await expect(visitor.getByRole('status')).toContainText(texts.accounts.reset.done)
      await expectNoFindings(visitor, 'a new password that is set')
    })

    test('on the profile and in its dialog', async ({ page, account, openVisitor }) => {
      await signIn(await openVisitor(), texts, account)
      await openProfile(page)
      await expect(
        page.getByRole('button', { name: texts.accounts.profile.endOthers }),
      ).toBeVisible()
      await expectNoFindings(page, 'a profile')
      await page
        .getByRole('textbox', { name: texts.accounts.profile.currentPassword })
        .fill(account.password)
      await page.getByRole('button', { name: texts.accounts.profile.update }).click()
      await expect(page.getByText(texts.errors.fields_missing)).toBeVisible()
      await expectNoFindings(page, 'a new password that is missing')
      await page
        .getByRole('textbox', { name: texts.accounts.profile.newPassword })
        .fill('another quiet library')
      await page
        .getByRole('textbox', { name: texts.accounts.confirmPassword })
        .fill('another quiet library')
      await page.getByRole('button', { name: texts.accounts.profile.update }).click()
      await expect(page.getByText(texts.accounts.profile.updated)).toBeVisible()
      await expectNoFindings(page, 'a changed password')
      await page.getByRole('button', { name: texts.values.mine.add }).click()
      await page.getByRole('textbox', { name: texts.values.mine.value }).fill('Ada')
      await page.getByRole('button', { name: texts.values.mine.submit, exact: true }).click()
      await expect(page.getByText(texts.values.mine.nameMissing)).toBeVisible()
      await expectNoFindings(page, 'a value without a name')

      await page.getByRole('button', { name: texts.accounts.profile.delete }).click()
      const dialog = dialogOf(page, texts.accounts.profile.deleteTitle)
      await expectNoFindings(page, 'delete account')
      await dialog.getByRole('textbox').fill('1')
      await dialog.getByRole('textbox').press('Enter')
      await expect(dialog).toContainText(texts.accounts.profile.sumWrong)
      await expectNoFindings(page, 'delete account, with a wrong sum')
    })
  })
}
