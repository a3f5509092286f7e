import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { alertOf, signIn } from '#tests/journeys/support/account-steps.ts'
import { accountTexts } from '#tests/journeys/support/account-texts.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import {
  askToFolder,
  askToPrompt,
  dialogOf,
  editorIn,
  openPrompt,
} from '#tests/journeys/support/library-steps.ts'

const [english] = accountTexts
if (!english) throw new Error('No English texts')

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme},`, () => {
    // Colours half-way through a transition are nobody's.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

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
      await visitor.getByRole('button', { name: 'Register' }).click()
      await expectNoFindings(visitor, 'a form with an error')
      await visitor.goto('/login')
      faults.expectFailure('/api/login', 400)
      await visitor.getByLabel('E-mail').fill(account.email)
      await visitor.getByLabel('Password').fill('not my password')
      await visitor.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(alertOf(visitor)).toBeVisible()
      await expectNoFindings(visitor, 'a form that the server refused')
      await visitor.goto(`/prompt/shared/${promptIds.get('Launch announcement')}`)
      await visitor.getByRole('textbox', { name: 'product' }).fill('Lumen')
      await expectNoFindings(visitor, 'a shared prompt')
      await visitor.getByRole('button', { name: 'Copy Prompt' }).click()
      await expect(visitor.getByText('Prompt copied to clipboard!')).toBeVisible()
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
      await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible()
      await expectNoFindings(page, 'a verified address')

      const visitor = await openVisitor()
      await visitor.goto('/forgot-password/link')
      await visitor.getByLabel('E-mail').fill(account.email)
      await visitor.getByRole('button', { name: 'Send Link' }).click()
      await expect(visitor.getByRole('status')).toBeVisible()
      await expectNoFindings(visitor, 'a reset link that was sent')
      await visitor.goto((await mailServer.waitForMail(account.email, 2)).link)
      await expect(visitor.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
      await expectNoFindings(visitor, 'a new password to be set')
      await visitor.getByLabel('New password').fill('football1')
      await visitor.getByLabel('Confirm password').fill('football1')
      faults.expectFailure(/^\/api\/fp\/reset\//, 400)
      await visitor.getByRole('button', { name: 'Reset password' }).click()
      await expect(alertOf(visitor)).toBeVisible()
      await expectNoFindings(visitor, 'a new password that is refused')
      await visitor.getByLabel('New password').fill('another quiet library')
      await visitor.getByLabel('Confirm password').fill('another quiet library')
      await visitor.getByRole('button', { name: 'Reset password' }).click()
      await expect(visitor.getByRole('status')).toContainText('sign in now')
      await expectNoFindings(visitor, 'a new password that is set')
    })

    test('on the screens of a reader', async ({ page, account }) => {
      await page.goto('/prompts')
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
      await expectNoFindings(page, 'an empty library')
      const { launches } = await createDemoLibrary(account.call)
      await page.goto(`/prompts?folderId=${launches}`)
      await expect(page.getByRole('article')).toHaveCount(8)
      await expectNoFindings(page, 'a folder')
      await page.getByRole('button', { name: 'Actions for the folder Press' }).click()
      await expectNoFindings(page, 'a menu')
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'Search' }).fill('product')
      await expect(page.getByRole('article').first()).toContainText('Marketing')
      await expectNoFindings(page, 'a search')
      await page.getByRole('textbox', { name: 'Search' }).fill('nowhere to be found')
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
      await expectNoFindings(page, 'nothing found')
      for (const [path, title] of [
        ['/plans', 'Plans'],
        ['/profile', 'Profile'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        await expect(page.getByText('Free').first()).toBeVisible()
        await expectNoFindings(page, path)
      }
    })

    test('on the profile and in its dialog', async ({ page, account, openVisitor }) => {
      await signIn(await openVisitor(), english, account)
      await page.goto('/profile')
      await expect(page.getByRole('button', { name: 'Log out all other devices' })).toBeVisible()
      await expectNoFindings(page, 'a profile')
      await page.getByLabel('Current password').fill(account.password)
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByText('Please fill all the fields.')).toBeVisible()
      await expectNoFindings(page, 'a new password that is missing')
      await page.getByLabel('New password').fill('another quiet library')
      await page.getByLabel('Confirm password').fill('another quiet library')
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByText('Updated')).toBeVisible()
      await expectNoFindings(page, 'a changed password')

      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = dialogOf(page, 'Delete account')
      await expectNoFindings(page, 'delete account')
      await dialog.getByRole('textbox').fill('1')
      await dialog.getByRole('textbox').press('Enter')
      await expect(dialog).toContainText('Please solve the confirmation sum correctly.')
      await expectNoFindings(page, 'delete account, with a wrong sum')
    })

    test('in the eight dialogs', async ({ page, account }) => {
      const { launches } = await createDemoLibrary(account.call)
      await page.goto(`/prompts?folderId=${launches}`)
      const leave = async (title: string) => {
        await page.keyboard.press('Escape')
        await expect(dialogOf(page, title)).toBeHidden()
      }

      await page.getByRole('button', { name: 'Create Folder' }).click()
      await expectNoFindings(page, 'create folder')
      await leave('Create folder')
      await askToFolder(page, 'Edit', 'Press')
      await expectNoFindings(page, 'edit folder')
      await leave('Edit folder')
      await askToFolder(page, 'Delete', 'Social media')
      await expect(dialogOf(page, 'Delete folder')).toContainText('3 folders')
      await expectNoFindings(page, 'delete folder')
      await leave('Delete folder')

      await page.getByRole('button', { name: 'Add Prompt' }).click()
      await expect(editorIn(dialogOf(page, 'Add prompt'))).toBeVisible()
      await expectNoFindings(page, 'add prompt')
      await leave('Add prompt')
      await askToPrompt(page, 'Edit', 'Launch announcement')
      const edit = dialogOf(page, 'Edit prompt')
      await expect(edit.getByRole('button', { name: 'Remove variable tone' })).toBeVisible()
      await expectNoFindings(page, 'edit prompt')
      await edit.getByLabel('Title').fill('Another title')
      await page.keyboard.press('Escape')
      await expect(dialogOf(page, 'Discard your changes?')).toBeVisible()
      await expectNoFindings(page, 'the question about unsaved text')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(edit).toBeHidden()

      const view = await openPrompt(page, 'Launch announcement')
      await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
      await expectNoFindings(page, 'view prompt')
      await page.keyboard.press('Escape')
      await expect(dialogOf(page, 'Discard what you filled in?')).toBeVisible()
      await expectNoFindings(page, 'the question about what was filled in')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(view).toBeHidden()
      await askToPrompt(page, 'Move', 'Launch announcement')
      await expect(dialogOf(page, 'Move prompt').getByRole('radio')).toHaveCount(4)
      await expectNoFindings(page, 'move prompt')
      await leave('Move prompt')
      await askToPrompt(page, 'Delete', 'Launch announcement')
      await expectNoFindings(page, 'delete prompt')
    })
  })
}
