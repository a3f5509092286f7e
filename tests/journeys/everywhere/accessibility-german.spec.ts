import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  dialogOf,
  editorIn,
  openPrompt,
  startFolder,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

const german = textsOf.de

// Colours and most of what axe checks are the same in every language; dialogs contain the most
// text.
test.describe('axe finds nothing in German', () => {
  test.use({ locale: 'de-DE' })

  test('in the library and its dialogs', async ({ page, account }) => {
    const { launches } = await createDemoLibrary(account.call)
    await page.goto(`/prompts?folderId=${launches}`)
    await expect(page.getByRole('article')).toHaveCount(8)
    await expectNoFindings(page, 'a folder')
    const leave = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    const askTo = (action: 'edit' | 'move' | 'delete') =>
      askToPrompt(page, action, 'Launch announcement', german)

    await startFolder(page, german)
    await expectNoFindings(page, 'create folder')
    await leave()
    await page
      .getByRole('button', {
        name: fill(german.library.folder.actions, { name: 'Social media' }, 'de'),
      })
      .click()
    await expectNoFindings(page, 'a menu')
    await page.getByRole('menuitem', { name: german.library.actions.delete }).click()
    await expect(dialogOf(page, german.library.folder.deleteTitle)).toContainText('3 Ordner')
    await expectNoFindings(page, 'delete folder')
    await leave()
    await expect(editorIn(await startPrompt(page, german))).toBeVisible()
    await expectNoFindings(page, 'add prompt')
    await leave()
    await expect(editorIn(await askTo('edit'))).toBeVisible()
    await expectNoFindings(page, 'edit prompt')
    await leave()
    const view = await openPrompt(page, 'Launch announcement')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    await expectNoFindings(page, 'view prompt')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: german.library.discard.discard }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const move = await askTo('move')
    await expect(move.getByRole('radio')).toHaveCount(5)
    await expectNoFindings(page, 'move prompt')
    await leave()
    await askTo('delete')
    await expectNoFindings(page, 'delete prompt')
    await leave()
    await page.getByRole('textbox', { name: german.library.search.label }).fill('product')
    await expect(page.getByRole('article').first()).toContainText('Marketing')
    await expectNoFindings(page, 'a search')
  })
})
