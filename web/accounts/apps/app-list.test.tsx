import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { appCalls, type App } from '#contract/accounts/apps.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import { AppList } from './app-list.tsx'

const rows = page.getByRole('listitem')
const cursor: App = {
  id: 'cursor',
  isCommandLine: false,
  host: null,
  name: 'Cursor',
  scopes: ['library:read'],
  folder: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2099-01-02T12:00:00.000Z',
  isRenewed: false,
  lastUsedOn: null,
}
const claude: App = {
  ...cursor,
  id: 'claude',
  isCommandLine: false,
  host: 'claude.ai',
  name: 'Claude',
  scopes: ['library:read', 'library:write'],
  folder: { id: 'work', name: 'Work' },
  isRenewed: true,
  lastUsedOn: '2026-11-22',
}

const commandLine: App = { ...cursor, id: 'cli', isCommandLine: true, name: 'laptop' }
const extension: App = { ...cursor, id: 'ext', isExtension: true, name: 'Firefox on Linux' }

test('Each app shows its permissions, folder, start and expiry, and is disconnected after a confirmation', async () => {
  const server = serve()
  server.answer(appCalls.listApps, { apps: [claude, cursor, extension, commandLine] })
  await showScreens(
    {
      '*': (
        <>
          <AppList kind="other" />
          <AppList kind="commandLine" />
          <AppList kind="extension" />
        </>
      ),
    },
    'accounts',
    'apps',
    'library',
  )
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      'claude.ai “Claude”Read and change · only in “Work”connected 1 Nov 2026 · last used 22 Nov 2026expires 2 Jan 2099 if unusedDisconnect',
    )
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('“Cursor”Readconnected 1 Nov 2026 · never usedexpires 2 Jan 2099Disconnect')
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(
      'The command line “laptop”Readconnected 1 Nov 2026 · never usedexpires 2 Jan 2099Disconnect',
    )
  await expect
    .element(rows.nth(3))
    .toHaveTextContent(
      'Promptshelf “Firefox on Linux”Readconnected 1 Nov 2026 · never usedexpires 2 Jan 2099Disconnect',
    )
  const named = { name: 'Disconnect The command line (laptop)' }
  await expect.element(page.getByRole('button', named)).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Cursor' }).click()
  await expect.element(page.getByText(/“Cursor” will lose access to your prompts/)).toBeVisible()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: accounts.access.end.app.confirm })
    .click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(server.sent).toHaveBeenCalledWith('apps/end', { appId: 'cursor' })
})
