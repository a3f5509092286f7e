import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import importing from '#languages/en/import.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import prompts from '#languages/en/prompt.json' with { type: 'json' }
import shell from '#languages/en/shell.json' with { type: 'json' }
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { patience, phone, startWebKit } from './support/browser.ts'
import { keys } from './support/webdriver.ts'

const { openPage, openLibrary, seeClipboard, setAway } = startWebKit()

const launch = { name: 'Launch', prompt: 'Announce {<b>product</b>} to {<b>audience</b>}.' }
const standup = { name: 'Standup', prompt: 'What did we do?\n\n\t{"done": []}  ' }

test('A new user registers, logs in, saves a prompt and copies it filled in', async () => {
  const page = await openPage('/register')
  await page.fill(accounts.email, `${crypto.randomUUID()}@example.org`)
  await page.fill(accounts.password, 'a quiet library')
  await page.fill(accounts.confirmPassword, 'a quiet library')
  await page.press(accounts.register.submit)
  await page.see(accounts.login.created)
  await page.seeFocus(accounts.login.submit)
  await page.type(keys.enter)
  await page.press(library.addPrompt)
  await page.fill(library.prompt.name, 'Launch')
  await page.pressInShadow('.cm-content')
  await page.type('Announce {product} to {audience}.')
  await page.control(keys.enter)
  await page.see(library.prompt.created)

  await page.press('Launch')
  await page.seeFocus('product')
  await page.type(`Lumen${keys.enter}everybody${keys.enter}${keys.enter}`)
  await page.see(prompts.fillIn.justCopied)
  await seeClipboard('Announce Lumen to everybody.')
})

test('A prompt is filled in and copied in a window as narrow as a phone', async () => {
  const { page } = await openLibrary([launch], phone)
  expect(await page.evaluate('return innerWidth')).toBe(phone.width)
  await page.press('Launch')
  await page.seeFocus('product')
  await page.type(`Lumen${keys.enter}everybody${keys.enter}${keys.enter}`)
  await page.see(prompts.fillIn.justCopied)
  await seeClipboard('Announce Lumen to everybody.')
})

test('A card is copied by a key, byte for byte', async () => {
  const { page } = await openLibrary([standup])
  await focusCard(page, 'Standup')
  await page.type('c')
  await page.see(prompts.fillIn.copied)
  await seeClipboard(standup.prompt)
})

test('Without the clipboard API, a card opens its prompt, and the next key copies it', async () => {
  const { page } = await openLibrary([standup])
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  await focusCard(page, 'Standup')
  await page.type('c')
  await page.see(prompts.fillIn.copyFailed)
  await page.seeFocus(prompts.fillIn.copy)
  await page.type(keys.enter)
  await page.see(prompts.fillIn.justCopied)
  await seeClipboard(standup.prompt)
})

test('A prompt is shared, and a visitor fills it in and copies it', async () => {
  const { page, ids } = await openLibrary([launch])
  await focusCard(page, 'Launch')
  await page.type('e')
  await page.press(library.prompt.share)
  await page.see(library.prompt.urlCopied)
  const address = await page.valueOf(library.prompt.link)
  expect(address).toContain(`/prompt/shared/${ids[0]}`)
  await seeClipboard(address)

  const visitor = await openPage(new URL(address).pathname + new URL(address).search)
  await visitor.press('product')
  await visitor.type(`Lumen${keys.enter}everybody`)
  await visitor.control(keys.enter)
  await visitor.see(prompts.fillIn.justCopied)
  await seeClipboard('Announce Lumen to everybody.')
})

test('A file is imported, and the import is undone', async () => {
  const { page } = await openLibrary([standup])
  const file = join(makeScratchDirectory('webkit'), 'prompts.csv')
  writeFileSync(file, 'title,prompt\nWeekly report,"Sum up, briefly"\nRetro,What went well?\n')
  await page.press(library.import)
  await page.find(importing.choose.files)
  const [field] = await page.findAll('//dialog//input[@type = "file"]')
  await page.chooseFile(field ?? {}, file)
  await page.press('Import 2 prompts')
  await page.see('2 prompts imported.')
  await page.find('Weekly report')
  await page.press(library.undo.press)
  await page.gone('Weekly report')
})

test('Prompts are found by a few letters, deleted, and restored by a key', async () => {
  const { page } = await openLibrary([launch, standup])
  await page.type('/')
  await page.type('stand')
  await page.gone('Launch')
  await page.find('Standup')
  await page.type(keys.escape)
  await focusCard(page, 'Standup')
  await page.type(keys.delete)
  await page.see(library.prompt.deleteTitle)
  await page.type(keys.enter)
  await page.see(library.prompt.deleted)
  await page.gone('Standup')
  await page.seeFocus('Launch')
  await page.control('z')
  await page.find('Standup')
})

test('A library is read, used and added to while its server is away', async () => {
  const { page } = await openLibrary([launch])
  await page.evaluate("localStorage.setItem('library-copy', 'on')")
  await page.open('/prompts')
  await vi.waitFor(async () => {
    const isKept = "return navigator.serviceWorker.controller && localStorage.getItem('copied-at')"
    expect(await page.evaluate(isKept)).toBeTruthy()
  }, patience)
  setAway(true)
  await page.open('/prompts')
  await page.press('Launch')
  await page.seeFocus('product')
  await page.type(`Lumen${keys.enter}everybody${keys.enter}${keys.enter}`)
  await page.see(prompts.fillIn.justCopied)
  await seeClipboard('Announce Lumen to everybody.')
  await page.type(keys.escape)
  await page.press(library.addPrompt)
  await page.fill(library.prompt.name, 'Written on a train')
  await page.control(keys.enter)
  await page.see(library.prompt.kept)
  setAway(false)
  await page.find('Written on a train')
})

test('The login screen works while local storage is off', async () => {
  const page = await openPage('/login', undefined, ['--enable-html5-local-storage=false'])
  await page.press(shell.darkTheme)
  await page.find(shell.lightTheme)
  await page.find(accounts.email)
})

/** Opens a prompt and closes it, which leaves the focus on its card. */
async function focusCard(page: Awaited<ReturnType<typeof openPage>>, name: string) {
  await page.press(name)
  await page.seeFocus(name === 'Launch' ? 'product' : prompts.fillIn.copy)
  await page.type(keys.escape)
  await page.seeFocus(name)
}
