import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { AiTools } from './ai-tools.tsx'

const texts = accounts.aiTools
const tool = page.getByRole('combobox', { name: texts.which })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('The steps for each AI tool come on request, ready to copy', async () => {
  await show(<AiTools />, 'accounts')
  await button(texts.connect).click()
  await expect.element(button(texts.copyAddress)).toHaveFocus()
  const address = `${location.origin}/mcp`
  await expect.element(page.getByText(address, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^claude mcp add .* promptshelf http/)).toBeVisible()
  await tool.selectOptions('VS Code')
  await button(texts.copy).click()
  await expect.element(button(accounts.tokens.copied)).toBeVisible()
  const copied = JSON.parse(await navigator.clipboard.readText()) as object
  expect(copied).toMatchObject({
    inputs: [{ id: 'promptshelf', password: true }],
    servers: {
      promptshelf: { url: address, headers: { Authorization: 'Bearer ${input:promptshelf}' } },
    },
  })
  await tool.selectOptions('Cursor')
  await expect.element(page.getByText(/"mcpServers"/)).toBeVisible()
  await tool.selectOptions(texts.other)
  await expect.element(page.getByText('Authorization: Bearer TOKEN', { exact: true })).toBeVisible()
  // Tests run on this computer.
  await expect.element(page.getByText(texts.isPrivate)).toBeVisible()
})
