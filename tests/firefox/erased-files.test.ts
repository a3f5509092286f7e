import { rmSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import { expect, onTestFinished, test } from 'vitest'
import { passwordCalls } from '#contract/accounts/password.ts'
import { calls } from '#contract/calls.ts'
import { filesWith } from '#tests/journeys/support/profile-files.ts'
import { marker, markedImport } from '#tests/support/marked-library.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

test('After a logout, no file of the browser contains a text of the library', async () => {
  const server = await startServer({}, { hasPromptLimit: false })
  onTestFinished(async () => void (await server.stop()))
  const profile = makeScratchDirectory('firefox')
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    userDataDir: profile,
  })
  onTestFinished(() => browser.close())
  const { call } = siteClient(server.origin)
  const account = { email: 'ada@example.org', password: 'a quiet library' }
  await call(passwordCalls.register, { ...account, cpassword: account.password })
  await call(passwordCalls.login, account)
  await call(calls.importEntries, markedImport)

  const page = await browser.newPage()
  await page.goto(`${server.origin}/login`)
  await page.locator('input[type="email"]').fill(account.email)
  await page.locator('input[type="password"]').fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => localStorage.getItem('copied-at') !== null)
  await waitFor(async () => expect(await filesWith(profile, marker)).not.toEqual([]))

  await page.goto(`${server.origin}/logout`)
  await page.waitForFunction(() => location.pathname === '/login')
  await waitFor(async () => expect(await filesWith(profile, marker)).toEqual([]))
  await browser.close()
  expect(await filesWith(profile, marker)).toEqual([])
})
