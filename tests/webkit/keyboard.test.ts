import { expect, test } from 'vitest'
import library from '#languages/en/library.json' with { type: 'json' }
import prompts from '#languages/en/prompt.json' with { type: 'json' }
import { patience, startWebKit } from './support/browser.ts'
import { keys } from './support/webdriver.ts'

const { openLibrary, seeClipboard, delayAnswers } = startWebKit()

const launch = { name: 'Launch', prompt: 'Announce {<b>product</b>} to {<b>audience</b>}.' }
const plain = { name: 'Plain', prompt: 'Be brief.' }

test('After Escape, the next single key edits the prompt that was open', async () => {
  const { page } = await openLibrary([launch, plain])
  await page.press('Launch')
  await page.find('product')
  await page.type(keys.escape)
  await page.seeFocus('Launch')
  await page.type('e')
  await page.see(library.prompt.updateTitle)
  await expect.poll(() => page.valueOf(library.prompt.name), patience).toBe('Launch')
})

test('After a question is closed with Escape, keys go to the field below it again', async () => {
  const { page } = await openLibrary([launch])
  await page.press('Launch')
  await page.seeFocus('product')
  await page.type('Lum')
  await page.type(keys.escape)
  await page.find(library.discard.discard)
  await page.type(keys.escape)
  await page.seeFocus('product')
  await page.type('en')
  await page.type(keys.enter)
  await page.type('everybody')
  await page.control(keys.enter)
  await page.see(prompts.fillIn.justCopied)
  await seeClipboard('Announce Lumen to everybody.')
})

test.each([0, 1000, 3000])(
  'A prompt filled in by typing ahead is copied, with answers after %s ms',
  async (milliseconds) => {
    const { page } = await openLibrary([launch])
    delayAnswers('prompts/get', milliseconds)
    await page.press('Launch')
    await page.type(`Lumen${keys.enter}everybody${keys.enter}${keys.enter}`)
    await page.see(prompts.fillIn.justCopied)
    await seeClipboard('Announce Lumen to everybody.')
  },
)
