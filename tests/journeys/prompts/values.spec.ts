import type { Locator, Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  copyButtonIn,
  openLibraryWith,
  openPrompt,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

const title = 'Launch'
const text = 'Announce {product} to {audience}.\n\n{my name}'
const finished = 'Announce Lumen to readers\nof all ages.\n\nAda'

for (const { language, device, options } of onPhone) {
  test.describe(`Values, ${options.locale} on a ${device}`, () => {
    test.use(options)

    test('are offered again: from the profile, the last copy and a saved set', async ({
      page,
      account,
    }) => {
      const texts = textsOf[language]
      const reader = readerAt(page, language, device === 'phone')
      await openLibraryWith(page, account, { name: title, text })

      await reader.setsValue('my name', 'Ada')

      await page.goto('/prompts')
      let view = await openPrompt(page, title)
      const last = page.getByRole('menuitemradio', { name: texts.values.last, exact: true })
      const asksForValues = (dialog: Locator) =>
        reader.presses(dialog.getByRole('button', { name: texts.values.sets }))
      await expect(fieldOf(view, 'my name')).toHaveValue('Ada')
      await fieldOf(view, 'product').fill('Lumen')
      await fieldOf(view, 'audience').fill('readers\nof all ages')
      await reader.copies(view)

      view = await openPrompt(page, title)
      await expect(fieldOf(view, 'product')).toHaveValue('')
      await asksForValues(view)
      await reader.presses(last)
      await expect(fieldOf(view, 'product')).toHaveValue('Lumen')
      await reader.savesAs(view, 'Summer')
      await reader.copies(view)

      view = await openPrompt(page, title)
      await asksForValues(view)
      await reader.presses(page.getByRole('menuitemradio', { name: 'Summer', exact: true }))
      await expect(fieldOf(view, 'product')).toHaveValue('Lumen')
      await reader.copies(view)

      await page.goto('/logout')
      await expect(page).toHaveURL('/login')
      // The device, not the account, stores which shortcuts were explained, and that it is the user's own.
      expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
        'hints',
        'library-copy',
      ])
      await signIn(page, texts, account)
      view = await openPrompt(page, title)
      await asksForValues(view)
      await expect(page.getByRole('menuitemradio')).toHaveText(['Summer'])
    })
  })
}

test('Switching off last values erases them, and stores no more', async ({ page, account }) => {
  const { values, prompt } = textsOf.en
  await openLibraryWith(page, account, { name: title, text })
  const view = await openPrompt(page, title)
  await fieldOf(view, 'product').fill('Lumen')
  await view.getByRole('button', { name: prompt.fillIn.copy }).click()
  await expect.poll(() => keptValues(page)).toContain('Lumen')

  await page.goto('/profile')
  await page.getByRole('switch', { name: values.keep.label }).uncheck()
  await expect.poll(() => keptValues(page)).toBe('[]')
  await page.goto('/prompts')
  await openPrompt(page, title)
  await expect(fieldOf(view, 'product')).toHaveValue('')
  await fieldOf(view, 'product').fill('Lumen')
  await view.getByRole('button', { name: prompt.fillIn.copy }).click()
  await expect(page.getByText(prompt.fillIn.copied)).toBeVisible()
  expect(await keptValues(page)).toBe('[]')
})

test('Last values are offered in other tabs at once, and in the next document', async ({
  page,
  context,
  account,
}) => {
  const { values, prompt } = textsOf.en
  await openLibraryWith(page, account, { name: title, text })
  const other = await context.newPage()
  await other.goto('/prompts')
  const opened = await openPrompt(other, title)
  const view = await openPrompt(page, title)
  await fieldOf(view, 'product').fill('Lumen')
  await view.getByRole('button', { name: prompt.fillIn.copy }).click()
  const last = other.getByRole('menuitemradio', { name: values.last, exact: true })
  await expect(async () => {
    await opened.getByRole('button', { name: values.sets }).click()
    await expect(last).toBeVisible()
  }).toPass()
  await last.click()
  await expect(fieldOf(opened, 'product')).toHaveValue('Lumen')

  // Otherwise, the dialog would be open in the loaded page.
  await page.goto('about:blank')
  await page.goto('/prompts')
  await openPrompt(page, title)
  await view.getByRole('button', { name: values.sets }).click()
  await page.getByRole('menuitemradio', { name: values.last, exact: true }).click()
  await expect(fieldOf(view, 'product')).toHaveValue('Lumen')
})

test('Last values that are kept in the account are restored after logging in again, until they are erased', async ({
  page,
  account,
}) => {
  const texts = textsOf.en
  const { values, prompt } = texts
  await openLibraryWith(page, account, { name: title, text })
  let view = await openPrompt(page, title)
  await fieldOf(view, 'product').fill('Lumen')
  await view.getByRole('button', { name: prompt.fillIn.copy }).click()
  await view.getByRole('button', { name: values.sets }).click()
  await page.getByRole('menuitem', { name: values.keep.account }).click()
  await expect(page.getByText(values.keep.kept)).toBeVisible()
  await fieldOf(view, 'audience').fill('readers')
  await view.getByRole('button', { name: prompt.fillIn.copy }).click()
  await expect.poll(() => keptValues(page)).toBe('[]')

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await signIn(page, texts, account)
  view = await openPrompt(page, title)
  await view.getByRole('button', { name: values.sets }).click()
  await page.getByRole('menuitemradio', { name: values.last }).click()
  await expect(fieldOf(view, 'product')).toHaveValue('Lumen')
  await expect(fieldOf(view, 'audience')).toHaveValue('readers')

  await page.goto('/profile')
  const inAccount = page.getByRole('switch', { name: values.keep.account })
  // The switch shows its new state shortly after the click.
  await inAccount.click()
  await expect(inAccount).not.toBeChecked()
  await expect(inAccount).not.toHaveAttribute('aria-busy')
  await page.goto('/prompts')
  view = await openPrompt(page, title)
  await view.getByRole('button', { name: values.sets }).click()
  await expect(page.getByRole('menuitem', { name: values.pasted.entry })).toBeVisible()
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
})

/** The JSON of the last values in this browser. */
function keptValues(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'last-values')) return '[]'
    const { result: db } = await ended(indexedDB.open('last-values'))
    // While it is erased, it is empty for a moment.
    if (!db.objectStoreNames.contains('last-values')) {
      db.close()
      return '[]'
    }
    const { result } = await ended(
      db.transaction('last-values').objectStore('last-values').getAll(),
    )
    db.close()
    return JSON.stringify(result)

    function ended<Request extends IDBRequest>(request: Request): Promise<Request> {
      return new Promise((resolve) => (request.onsuccess = () => resolve(request)))
    }
  })
}

function fieldOf(view: Locator, variable: string): Locator {
  return view.getByRole('textbox', { name: variable, exact: true })
}

/** A user who taps on a phone, and clicks elsewhere. */
function readerAt(page: Page, language: Language, isPhone: boolean) {
  const { values } = textsOf[language]
  const presses = (target: Locator) => (isPhone ? target.tap() : target.click())
  return {
    presses,

    async setsValue(name: string, value: string) {
      await page.goto('/profile')
      await presses(page.getByRole('button', { name: values.mine.add }))
      await page.keyboard.type(name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(value)
      await presses(page.getByRole('button', { name: values.mine.submit, exact: true }))
      await expect(page.getByText(values.mine.saved, { exact: true })).toBeVisible()
    },

    async copies(view: Locator) {
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await presses(copyButtonIn(view, language))
      await expect.poll(() => readClipboard(page)).toBe(finished)
      // The back gesture closes a dialog on a phone.
      await page.goBack()
      await expect(view).toBeHidden()
    },

    async savesAs(view: Locator, name: string) {
      await presses(view.getByRole('button', { name: values.sets }))
      await presses(page.getByRole('menuitem', { name: values.save }))
      await expect(view.getByRole('textbox', { name: values.name })).toBeFocused()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(view.getByRole('textbox', { name: values.name })).toBeHidden()
    },
  }
}

test('Come from a table row, a chosen text file and a dropped one, exactly', async ({
  page,
  account,
}) => {
  const { values } = textsOf.en
  await openLibraryWith(page, account, { name: title, text })
  const view = await openPrompt(page, title)
  const menu = view.getByRole('button', { name: values.sets })
  await menu.click()
  await page.getByRole('menuitem', { name: values.pasted.entry }).click()
  await view.getByLabel(values.pasted.label).fill('audience\tproduct\nchildren\tLumen\n')
  await view.getByRole('button', { name: values.pasted.submit }).click()
  await expect(fieldOf(view, 'product')).toHaveValue('Lumen')

  const letter = '\tDear <b>readers</b>,\n\n{not a variable} 🎉\n'
  await fieldOf(view, 'audience').click()
  await menu.click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: values.file.insert }).click()
  await (await choosing).setFiles(textFile('letter.txt', letter))
  await expect(fieldOf(view, 'audience')).toHaveValue(letter)

  await drop(fieldOf(view, 'my name'), 'name.txt', 'Ada')
  await expect(fieldOf(view, 'my name')).toHaveValue('Ada')
  await view.getByRole('button', { name: values.undo }).click()
  await expect(fieldOf(view, 'my name')).toHaveValue('')
  await drop(fieldOf(view, 'my name'), 'photo.jpg', '\xff\xd8')
  await expect(view.getByText('“photo.jpg” is not a text file in UTF-8.')).toBeVisible()
  await fieldOf(view, 'my name').fill('Ada')
  await copyButtonIn(view).click()
  await expect.poll(() => readClipboard(page)).toBe(`Announce Lumen to ${letter}.\n\nAda`)
})

function textFile(name: string, content: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
}

/** Drops a file of bytes on a field. */
async function drop(field: Locator, name: string, bytes: string): Promise<void> {
  const dataTransfer = await field.page().evaluateHandle(
    ([fileName, codes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(codes)], fileName))
      return transfer
    },
    [name, [...bytes].map((letter) => letter.charCodeAt(0))] as const,
  )
  await field.dispatchEvent('dragover', { dataTransfer })
  await field.dispatchEvent('drop', { dataTransfer })
}
