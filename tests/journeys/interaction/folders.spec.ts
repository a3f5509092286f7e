import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onDesktop) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use(options)
    const { history, library, selection, shelf, shell } = textsOf[language]

    test('a folder’s menu marks it as a favourite, and copies it with its contents', async ({
      page,
      account,
    }) => {
      const outer = await makeFolder(account, 'Work')
      const inner = await makeFolder(account, 'Mails', outer)
      await makeFolder(account, 'Archive')
      await makePrompt(account, { name: 'Reply', folderId: inner })
      await page.goto('/prompts')
      const choose = async (action: string) => {
        const name = fill(library.folder.actions, { name: 'Work' }, language)
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('menuitem', { name: action }).click()
      }
      await choose(selection.star)
      const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Work' })
      await expect(card.getByText(library.prompt.favourite, { exact: true })).toBeAttached()
      // On a phone, the toast covers the next button.
      await page.reload()
      if (device === 'phone')
        await page.getByRole('button', { name: shell.menu, exact: true }).click()
      const favourites = page.getByRole('list', { name: shelf.favourites, exact: true })
      await favourites.getByRole('link', { name: 'Work' }).click()
      await expect(page).toHaveURL(`/prompts?folderId=${outer}`)
      await expect(folderLink(page, 'Mails').first()).toBeVisible()
      await page.goto('/prompts')
      await expect(folderLink(page, 'Archive').last()).toBeVisible()
      if (device === 'desktop') await expectNoFindings(page, 'a favourite folder')

      await choose(selection.copy)
      const dialog = page.getByRole('dialog', { name: history.moving.title.copy })
      await dialog.getByRole('radio', { name: library.search.inRoot }).check()
      await dialog.getByRole('button', { name: history.moving.copy, exact: true }).click()
      await expect(folderLink(page, 'Work (2)').first()).toBeVisible()
      const { folders } = await account.call(folderCalls.listFolderTree, {})
      expect(folders.filter(({ name }) => name === 'Mails')).toHaveLength(2)
      expect(folders.find(({ name }) => name === 'Work (2)')).toMatchObject({
        promptCount: 1,
        isFavourite: 0,
      })
      await page.getByRole('button', { name: library.undo.press }).last().click()
      await expect(folderLink(page, 'Work (2)')).toHaveCount(0)
    })
  })
}

test('folders and prompts can be starred and duplicated together, and with a card’s keys', async ({
  page,
  account,
}) => {
  const { library, selection } = texts
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Reply', folderId })
  await makePrompt(account, { name: 'Loose' })
  await makeFolder(account, 'Archive')
  await page.goto('/prompts')
  await expect(page.getByRole('tree')).toBeAttached()
  const bar = page.getByRole('toolbar', { name: selection.bar })
  const card = page.getByRole('main').getByRole('link', { name: 'Work', exact: true })
  await card.focus()
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: selection.star }).click()
  const isStarred = async () =>
    (await account.call(folderCalls.listFolderTree, {})).folders.find(({ id }) => id === folderId)
      ?.isFavourite
  await expect.poll(isStarred).toBe(1)
  await page.getByRole('checkbox', { name: fill(selection.select, { name: 'Loose' }) }).check()
  await bar.getByRole('button', { name: selection.copy }).click()
  const dialog = page.getByRole('dialog')
  const into = fill(library.move.choose, { name: 'Archive' })
  await dialog.getByRole('radio', { name: into, exact: true }).check()
  await dialog.getByRole('button', { name: texts.history.moving.copy, exact: true }).click()
  await expect(
    page.getByText(fill(texts.history.moving.copied, { count: 2, folder: 'Archive' })),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  const names = async () =>
    (await account.call(folderCalls.listFolderTree, {})).folders.map(({ name }) => name)
  await expect.poll(names).toEqual(['Archive', 'Work'])
  expect((await account.call(promptCalls.listPrompts, {})).prompts).toHaveLength(1)

  await card.focus()
  await page.keyboard.press('d')
  await expect.poll(names).toEqual(['Archive', 'Work', 'Work (2)'])
  await card.focus()
  await page.keyboard.press('s')
  await expect.poll(isStarred).toBe(0)
})
