import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profileCalls } from '#contract/accounts/profile.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { tokenCalls, type Token } from '#contract/accounts/tokens.ts'
import { folderCalls, type TreeFolder } from '#contract/library/folders.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import { aProfile, serve, showScreens, success } from '#tests/support/show-at-server.tsx'
import { TokenList } from './token-list.tsx'

const { access, tokens: texts } = accounts
const secret = `pshelf_pat_${'x'.repeat(49)}`
const rows = page.getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = page.getByRole('textbox', { name: texts.name })

const folder: TreeFolder = {
  id: 'work',
  name: 'Work',
  color: 'FFD166',
  parentId: null,
  isFavourite: 0,
  promptCount: 0,
}
const token: Token = {
  id: 'first',
  name: 'Backup',
  scopes: ['library:read'],
  folder: null,
  hint: 'x4Lz',
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedOn: null,
  client: null,
}

const { listTokens, createToken } = tokenCalls
let server: ReturnType<typeof serve>

async function showList(...tokens: Token[]) {
  server = serve()
  server.answer(listTokens, { tokens })
  server.answer(profileCalls.getProfile, aProfile())
  server.answer(folderCalls.listFolderTree, { folders: [folder] })
  server.answer(createToken, { ...success, id: 'new', token: secret })
  await showScreens({ '*': <TokenList /> }, 'accounts', 'library')
}

afterEach(() => vi.restoreAllMocks())

test('Each token shows its permissions, folder, last use and expiry', async () => {
  await showList(
    {
      ...token,
      scopes: ['library:read', 'library:write', 'runs'],
      folder: { id: 'work', name: 'Work' },
      lastUsedOn: '2026-11-03',
      client: 'curl',
      expiresAt: '2099-02-21T12:00:00.000Z',
    },
    { ...token, id: 'second' },
    {
      ...token,
      id: 'third',
      folder: { id: 'gone', name: null },
      expiresAt: '2020-02-21T12:00:00.000Z',
    },
  )
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      'BackupRead and change · Run prompts with models · only in “Work”…x4Lz · last used 3 Nov 2026 by curlexpires 21 Feb 2099Revoke',
    )
  await expect.element(rows.nth(1)).toHaveTextContent('BackupRead…x4Lz · never usedno expiryRevoke')
  // Expired tokens need no button.
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(
      `BackupRead · ${access.inDeletedFolder}…x4Lz · never usedexpired 21 Feb 2020`,
    )
  await expect.element(page.getByRole('button', { name: 'Revoke Backup' })).toHaveLength(2)
})

test('A token can be created by keyboard alone, and closing its secret before copying it warns first', async () => {
  await showList()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await button(texts.add).click()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription(texts.nameMissing)
  expect(server.sent).not.toHaveBeenCalled()
  await name.fill('Notes')
  await page.getByRole('radio', { name: access.scopes.change }).click()
  await page
    .getByRole('switch', { name: 'Run prompts with models, which may cost credits' })
    .click()
  await page.getByRole('combobox', { name: access.where }).selectOptions('Work')
  await page.getByRole('combobox', { name: access.until }).selectOptions(texts.never)
  await expect
    .element(page.getByRole('combobox', { name: access.until }))
    .toHaveAccessibleDescription(texts.neverHint)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(button(texts.copy)).toHaveFocus()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('tokens/create', {
    attempt: expect.stringMatching(/^[0-9a-f]{32}$/),
    name: 'Notes',
    scopes: ['library:read', 'library:write', 'runs'],
    folderId: 'work',
  })
  await expect.element(page.getByText(secret, { exact: true })).toBeVisible()

  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alert').filter({ hasText: texts.notCopied })).toBeVisible()
  await expect.element(button(texts.copy)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button(texts.copied)).toBeVisible()
  expect(copied).toHaveBeenCalledExactlyOnceWith(secret)
  await button(texts.copyCommand).click()
  expect(copied).toHaveBeenLastCalledWith(
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/library/list?whole=1"`,
  )
  await button(texts.copyNextCommand).click()
  expect(copied).toHaveBeenLastCalledWith(
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/prompts/get?promptId=ID"`,
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('After an old login, re-authentication comes before the form, and typed text survives an error', async () => {
  await showList()
  server.answer(profileCalls.getProfile, aProfile({ needsProof: true }))
  server.answer(sessionCalls.proveSession, () => {
    server.answer(profileCalls.getProfile, aProfile())
    return success
  })
  await button(texts.add).click()
  await page
    .getByLabelText(new RegExp(`^${accounts.profile.currentPassword}`))
    .fill('correct horse')
  await expect.element(name).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await name.fill('Notes')
  server.refuse(createToken, 'token_limit_reached')
  await button(texts.create).click()
  await expect.element(page.getByRole('alert').filter({ hasText: '50 tokens' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button(library.discard.keep).click()
  await expect.element(name).toHaveValue('Notes')
  server.accept(createToken)
  await button(texts.create).click()
  await expect.element(button(texts.copy)).toBeVisible()
  expect(server.sent.mock.calls).toEqual([
    ['sessions/prove', { password: 'correct horse' }],
    ['tokens/create', expect.objectContaining({ scopes: ['library:read'], days: 90 })],
  ])
})

test('A token is revoked after a confirmation', async () => {
  await showList(token)
  await button('Revoke Backup').click()
  await expect.element(page.getByText(/stops working immediately/)).toBeVisible()
  await button(access.end.token.confirm).click()
  await expect.element(button(access.end.token.confirm)).not.toBeInTheDocument()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('tokens/revoke', { tokenId: 'first' })
})
