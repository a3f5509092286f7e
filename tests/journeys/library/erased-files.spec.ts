import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { copyButtonIn, openPrompt } from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { markedImport, marker } from '#tests/support/marked-library.ts'
import { filesWith } from '#tests/support/profile-files.ts'

test.use({ hasPromptLimit: false })

/** Each replaces the one before. */
const values = ['purpurnebel', 'ockerwolke']

test('after a logout, no file of the browser contains a text of the library', async ({
  server,
  faults,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'promptshelf-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    // The headless shell does not store the history of tabs.
    ...wholeChromium,
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
  await call(calls.createPrompt, {
    name: 'Letter',
    prompt: `About {topic}, ${marker}`,
    color: '4ECDC4',
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('copied-at'))).not.toBeNull()
  await expect.poll(() => filesWith(profile, marker)).not.toEqual([])

  const view = await openPrompt(page, 'Letter')
  for (const value of values) {
    await view.getByRole('textbox', { name: 'topic' }).fill(value)
    await copyButtonIn(view).click()
    await expect.poll(() => filesWith(profile, value)).not.toEqual([])
  }

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  for (const text of [marker, ...values]) {
    await expect.poll(() => filesWith(profile, text)).toEqual([])
  }
  await context.close()
  for (const text of [marker, ...values]) expect(await filesWith(profile, text)).toEqual([])
  await rm(profile, { recursive: true })
})
