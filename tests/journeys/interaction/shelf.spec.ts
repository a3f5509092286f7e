import { folderCalls } from '#contract/library/folders.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, folderLink, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onDesktop) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use(options)

    test('the tree opens a folder, and moving a folder can be undone', async ({
      page,
      account,
    }) => {
      const { history, library, shelf, shell } = textsOf[language]
      const { moving } = history
      const coding = await makeFolder(account, 'Coding')
      const web = await makeFolder(account, 'Web apps', coding)
      const images = await makeFolder(account, 'Images')
      const promptId = await makePrompt(account, { name: 'Standup', folderId: web })
      const promptIds = [promptId]
      await account.call(selectionCalls.changeSelection, {
        changes: [{ promptIds, isFavourite: 1 }],
      })
      await account.call(shelfCalls.notePromptUse, { promptId })
      await page.goto('/prompts')
      const openDrawer = async () => {
        if (device === 'phone')
          await page.getByRole('button', { name: shell.menu, exact: true }).click()
      }
      const row = (name: string) => page.getByRole('treeitem').filter({ hasText: name })

      await openDrawer()
      await expect(row('Coding')).toHaveAccessibleName(
        `Coding ${fill(shelf.count, { count: 1 }, language)}`,
      )
      await expectNoFindings(page, 'the shelf')
      await row('Coding').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await expect(row('Web apps')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(promptCard(page, 'Standup')).toBeVisible()
      await expect(page).toHaveURL(`/prompts?folderId=${web}`)

      // After a reload, the tree is open at this folder, and lists recent and favourite prompts.
      await page.reload()
      await openDrawer()
      await expect(row('Web apps')).toHaveAttribute('aria-current', 'page')
      const shelfList = (name: string) => page.getByRole('list', { name, exact: true })
      await expect(shelfList(shelf.recents).getByRole('button', { name: 'Standup' })).toBeVisible()
      await shelfList(shelf.favourites).getByRole('button', { name: 'Standup' }).click()
      await expect(dialogOf(page, 'Standup')).toBeVisible()
      await page.goBack()

      // A folder is not offered as its own destination, and is listed at its new place.
      await page.goto('/prompts')
      await expect(folderLink(page, 'Images')).toBeVisible()
      // The shortcuts load with the shelf, after the first screen. On a phone, the shelf is in the drawer.
      await expect(page.locator('[role="tree"]')).toBeAttached()
      await folderLink(page, 'Coding').focus()
      await page.keyboard.press('m')
      const dialog = dialogOf(page, moving.title.folder)
      const choice = (name: string) =>
        dialog.getByRole('radio', { name: fill(library.move.choose, { name }, language) })
      await expect(choice('Images')).toBeVisible()
      await expect(choice('Coding')).toBeHidden()
      await expect(choice('Web apps')).toBeHidden()
      await expect(
        dialog.getByRole('radio', { name: library.search.inRoot }),
      ).toHaveAccessibleDescription(moving.nowHere)
      await expectNoFindings(page, 'moving a folder')
      await dialog.getByRole('textbox', { name: moving.filter }).fill('ima')
      await page.keyboard.press('Enter')
      await expect(choice('Images')).toBeChecked()
      await dialog
        .getByRole('button', { name: fill(moving.newFolder.in, { name: 'Images' }, language) })
        .click()
      await page.keyboard.type('Archive')
      await page.keyboard.press('Enter')
      await expect(choice('Archive')).toBeChecked()
      await expect(choice('Archive')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(folderLink(page, 'Coding')).toBeHidden()
      const places = async () => {
        const { folders } = await account.call(folderCalls.listFolderTree, {})
        return Object.fromEntries(folders.map(({ name, parentId }) => [name, parentId]))
      }
      const { Coding: movedTo, Archive: archive } = await places()
      expect(archive).toBe(images)
      expect(movedTo).not.toBeNull()

      await page.getByRole('button', { name: library.undo.press, exact: true }).click()
      await expect(folderLink(page, 'Coding')).toBeVisible()
      await expect.poll(async () => (await places())['Coding']).toBeNull()
    })
  })
}
