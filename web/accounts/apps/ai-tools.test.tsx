import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import apps from '#languages/en/apps.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { AiTools, CommandLine } from './ai-tools.tsx'

const texts = apps.tools
const tool = page.getByRole('combobox', { name: texts.which })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('The steps for each AI tool are shown on request, ready to copy', async () => {
  await show(<AiTools />, 'accounts', 'apps')
  await button(texts.connect).click()
  await expect.element(tool).toHaveFocus()
  const address = `${location.origin}/mcp`
  const add = `claude mcp add --transport http --scope user promptshelf ${address}`
  await expect.element(page.getByText(add, { exact: true })).toBeVisible()
  await button(texts.copy).first().click()
  await expect.element(page.getByText(accounts.tokens.copied)).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(add)
  await tool.selectOptions('withToken')
  await expect.element(page.getByText(`${address}/token`, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Authorization: Bearer TOKEN', { exact: true })).toBeVisible()
})

test('Tools that connect from their maker’s servers show that a private server is unreachable', async () => {
  await show(<AiTools />, 'accounts', 'apps')
  await button(texts.connect).click()
  // Tests run on localhost.
  await expect.element(page.getByText(texts.othersUnreachable)).toBeVisible()
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  await tool.selectOptions('claude')
  await expect.element(page.getByText(/can't connect to localhost/)).toBeVisible()
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
})

test('The command line is installed from this server, and the first command has the focus', async () => {
  await show(<CommandLine />, 'accounts', 'apps')
  await button(apps.commandLine.connect).click()
  await expect.element(button(texts.copy).first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(accounts.tokens.copied)).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toContain(`${location.origin}/promptshelf.mjs`)
  const login = `promptshelf login ${location.origin}`
  await expect.element(page.getByText(login, { exact: true })).toBeVisible()
})
