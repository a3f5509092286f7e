import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse as parseCsv } from 'csv-parse/sync'
import { promptCalls } from '#contract/library/prompts.ts'
import { findOtherForms } from '#contract/variables/other-forms/other-forms.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import type { Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  editorIn,
  promptCard,
  readClipboard,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const csv = readFileSync(new URL('../../fixtures/prompts.csv', import.meta.url))
const rows = parseCsv<{ act: string; prompt: string }>(csv, { columns: true })

// The editor's own tests have more of them.
test('prompts are stored as they were pasted: JSON on several lines; white space at its ends; zero-width characters; and braces as typed key by key', async ({
  page,
  account,
}) => {
  for (const act of ['Code Review Assistant', 'Web Design ', 'Surreal City Scene']) {
    await comesBack(page, account, act)
  }

  const lines = ['{', '  "role": "{role}",', '\t{{x}} {} { } }{', '}']
  const create = await startPrompt(page)
  await create.getByLabel(texts.library.prompt.name).fill('Typed')
  await editorIn(create).click()
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter')
    // The Tab key would leave the field, so a tab is pasted.
    for (const piece of line.split(/(\t)/)) {
      if (piece === '\t') await page.keyboard.insertText(piece)
      else await page.keyboard.type(piece)
    }
  }
  await create.getByRole('button', { name: texts.library.prompt.create }).click()
  await expect(promptCard(page, 'Typed')).toBeVisible()
  const { prompts } = await account.call(promptCalls.listPrompts, { folderId: null })
  const promptId = prompts.find(({ name }) => name === 'Typed')?.id ?? ''
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
  expect(toPlainText(prompt.prompt)).toBe(lines.join('\n'))
})

async function comesBack(page: Page, account: Account, act: string): Promise<void> {
  const prompt = rows.find((row) => row.act === act)?.prompt ?? ''
  const title = act.trim()
  await page.goto('/prompts')
  const create = await startPrompt(page)
  await create.getByLabel(texts.library.prompt.name).fill(title)
  await editorIn(create).click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), prompt)
  await page.keyboard.press('Control+V')
  if (findOtherForms(prompt).length > 0) {
    await create.getByRole('button', { name: texts.editor.otherForms.leave }).click()
  }
  await create.getByRole('button', { name: texts.library.prompt.create }).click()
  await expect(promptCard(page, title)).toBeVisible()

  const { prompts } = await account.call(promptCalls.listPrompts, { folderId: null })
  const promptId = prompts.find(({ name }) => name === title)?.id ?? ''
  const stored = (await account.call(promptCalls.getPrompt, { promptId })).prompt
  expect(toPlainText(stored.prompt)).toBe(prompt)

  const edit = await askToPrompt(page, 'edit', title)
  await editorIn(edit).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  expect(await readClipboard(page)).toBe(prompt)

  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit).toBeHidden()
  const saved = (await account.call(promptCalls.getPrompt, { promptId })).prompt
  expect({ ...saved, updatedAt: stored.updatedAt }).toEqual(stored)
}
