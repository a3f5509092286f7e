import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'
import { filesWith } from '#tests/journeys/support/profile-files.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { marker, markedImport } from '#tests/support/marked-library.ts'

test.use({ hasPromptLimit: false })

test('after a logout, no file of the browser contains a text of the library', async ({
  server,
  faults,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'promptshelf-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...headlessChromium,
    baseURL: server.origin,
    locale: 'en-GB',
  })
  faults.watch(context)
  const page = await context.newPage()
  const account = { email: newEmail(), password: 'a quiet library' }
  const call = clientOf(context.request)
  await call(passwordCalls.register, { ...account, cpassword: account.password })
  await signIn(page, texts, account)
  await call(calls.importEntries, markedImport)
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('copied-at'))).not.toBeNull()
  await expect.poll(() => filesWith(profile, marker)).not.toEqual([])

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => filesWith(profile, marker)).toEqual([])
  await context.close()
  expect(await filesWith(profile, marker)).toEqual([])
  await rm(profile, { recursive: true })
})
