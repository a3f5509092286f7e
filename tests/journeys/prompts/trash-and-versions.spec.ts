import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  editorIn,
  openLibraryWith,
  openPrompt,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onPhone) {
  test.describe(`In ${language}, on the ${device}`, () => {
    test.use({ ...options, permissions: ['clipboard-read', 'clipboard-write'] })
    const { library, history } = textsOf[language]

    test('deleted items can be restored from the toast and from the trash', async ({
      page,
      account,
    }) => {
      const folderId = await makeFolder(account, 'Archive')
      await makePrompt(account, { name: 'In the archive', folderId })
      await openLibraryWith(page, account, { name: 'Launch' })

      await openPrompt(page, 'Launch')
      await page.getByRole('button', { name: history.more }).click()
      await page.getByRole('menuitem', { name: library.actions.delete }).click()
      const question = dialogOf(page, library.prompt.deleteTitle)
      await question.getByRole('button', { name: library.prompt.deleteSubmit }).click()
      await expect(promptCard(page, 'Launch')).toBeHidden()
      await page.getByRole('button', { name: library.undo.press }).click()
      await expect(promptCard(page, 'Launch')).toBeVisible()

      await account.call(folderCalls.deleteFolder, { folderId })
      await page.goto(screens.trash)
      const item = page.getByRole('listitem').filter({ hasText: 'Archive' })
      await expect(item).toContainText(
        fill(history.trash.what, { folders: 0, prompts: 1, both: 'no' }, language),
      )
      await expectNoFindings(page, 'the trash')
      const named = { name: 'Archive' }
      await item.getByRole('button', { name: fill(history.trash.restoreNamed, named) }).click()
      await expect(page.getByText(history.trash.empty)).toBeVisible()
      const { folders } = await account.call(folderCalls.listFolders, {})
      expect(folders).toMatchObject([{ id: folderId, promptCount: 1 }])

      await account.call(folderCalls.deleteFolder, { folderId })
      await page.reload()
      await item.getByRole('button', { name: fill(history.trash.eraseNamed, named) }).click()
      const last = dialogOf(page, history.trash.eraseTitle)
      await last.getByRole('button', { name: history.trash.erase }).click()
      await expect(page.getByText(history.trash.empty)).toBeVisible()
    })

    test('a previous version can be compared, restored, and the restore undone', async ({
      page,
      account,
    }) => {
      const previous = 'Announce {product}.\n\n\tKeep   this. '
      const whenToUse = 'Before the event'
      const made = { name: 'Launch', text: previous, whenToUse }
      const promptId = await openLibraryWith(page, account, made)
      const change = { promptId, name: 'Launch', color: 'FFD166' }
      await account.call(promptCalls.updatePrompt, {
        ...change,
        prompt: 'Announce {event}.',
        variables: [{ name: 'event', kind: 'text', required: true }],
      })
      const textNow = async () =>
        (await account.call(promptCalls.getPrompt, { promptId })).prompt.prompt

      await openPrompt(page, 'Launch')
      await page.getByRole('button', { name: history.more }).click()
      await page.getByRole('menuitem', { name: history.versions.open }).click()
      const versions = dialogOf(page, `${history.versions.title}: Launch`)
      await expect(versions.locator('del').first()).toContainText('product')
      await expect(versions.locator('ins').first()).toContainText('event')
      await expect(versions.getByRole('listitem')).toContainText(
        fill(history.versions.settings.required, { is: 'yes' }, language),
      )
      await expectNoFindings(page, 'versions')
      await versions.getByRole('radio', { name: history.versions.text, exact: true }).check()
      await expect(versions).toContainText(`${history.versions.whenToUse}: ${whenToUse}`)
      await versions.getByRole('button', { name: history.versions.keepNamed }).click()
      await versions.getByLabel(history.versions.label).fill('Before the event')
      await versions.getByRole('button', { name: history.versions.saveLabel }).click()
      await expect(versions.getByRole('radio', { name: 'Before the event' })).toBeChecked()
      await versions.getByRole('button', { name: history.versions.restore }).click()
      await expect(versions).toBeHidden()
      expect(await textNow()).toBe('Announce {<b>product</b>}.\n\n\tKeep   this. ')
      await page.getByRole('button', { name: library.undo.press }).click()
      await expect.poll(textNow).toBe('Announce {event}.')
    })

    test('a prompt can be shared, starred and duplicated in its dialog, and its versions opened while it is edited, after a confirmation', async ({
      page,
      account,
    }) => {
      const promptId = await openLibraryWith(page, account, { name: 'Launch' })
      const view = await openPrompt(page, 'Launch')
      await view.getByRole('button', { name: history.star.add }).click()
      await expect(view.getByRole('button', { name: history.star.remove })).toBeVisible()
      await view.getByRole('button', { name: history.share.title, exact: true }).click()
      const share = page.getByRole('dialog', { name: history.share.title, exact: true })
      await share.getByRole('switch', { name: library.prompt.share }).click()
      await expect(share.getByRole('button', { name: library.prompt.urlCopied })).toBeVisible()
      expect(await readClipboard(page)).toContain(promptId)
      await page.keyboard.press('Escape')
      await expect(share).toBeHidden()
      await expect(view).toBeVisible()
      await view.getByRole('button', { name: history.more }).click()
      await page.getByRole('menuitem', { name: history.copy.duplicate }).click()
      await expect(page.getByText(history.copy.done)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(promptCard(page, 'Launch (2)')).toBeVisible()
      const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
      expect(prompt).toMatchObject({ isFavourite: 1, isPublic: 1 })

      await openPrompt(page, 'Launch (2)')
      await page.getByRole('button', { name: history.more }).click()
      await page.getByRole('menuitem', { name: library.actions.edit, exact: true }).click()
      const edit = dialogOf(page, library.prompt.updateTitle)
      await edit.getByRole('textbox', { name: library.prompt.name }).fill('Launch day')
      await edit.getByRole('button', { name: history.versions.open }).click()
      await dialogOf(page, library.discard.title)
        .getByRole('button', { name: library.discard.discard })
        .click()
      const versions = dialogOf(page, `${history.versions.title}: Launch (2)`)
      await expect(versions.getByText(history.versions.none)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(promptCard(page, 'Launch (2)')).toBeVisible()
    })

    test('text pasted into the library becomes a prompt in the current folder, or in another', async ({
      page,
      account,
    }) => {
      const folderId = await makeFolder(account, 'Interviews')
      const elsewhere = await makeFolder(account, 'Elsewhere')
      await page.goto(`${screens.library}?folderId=${folderId}`)
      await expect(page.getByText(library.empty.title)).toBeVisible()
      const text = 'Act as an interviewer. Ask for ${Position:Software Developer}.\n\n\t{"a": 1} '
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      const create = dialogOf(page, library.prompt.createTitle)
      await page.locator('body').press('Control+v')
      await expect(create.getByLabel(library.prompt.name)).toHaveValue('Interviewer')
      await expect(create.getByLabel(history.folder, { exact: true })).toHaveValue(folderId)
      await create.getByLabel(history.folder, { exact: true }).selectOption('Elsewhere')
      await create.getByRole('button', { name: library.prompt.larger }).click()
      await expect(editorIn(create, library.prompt.body)).toContainText('{Position}')
      await create.getByRole('button', { name: library.prompt.create, exact: true }).click()
      await expect(create).toBeHidden()
      const { prompts } = await account.call(promptCalls.listPrompts, { folderId: elsewhere })
      const promptId = prompts[0]?.id ?? ''
      const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
      expect(prompt.prompt).toBe('Act as an interviewer. Ask for {<b>Position</b>}.\n\n\t{"a": 1} ')
      expect(prompt.variables).toMatchObject([{ name: 'Position', default: 'Software Developer' }])
    })
  })
}
