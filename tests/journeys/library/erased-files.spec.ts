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

test.use({ hasPromptLimit: false })

/** Occurs in every prompt. Compressed files contain it at least once in full. */
const marker = 'zinnoberrot'

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
  const entries = Array.from({ length: 400 }, (_, at) => ({
    kind: 'prompt' as const,
    in: null,
    name: `Prompt ${at}`,
    // Chromium stores long texts in separate files.
    prompt: Array.from(
      { length: at === 7 ? 5_000 : 50 },
      (_, line) => `${line} ${marker} ${at % 9 ? '' : '…'}`,
    ).join('\n'),
    notes: null,
    color: '4ECDC4',
  }))
  await call(calls.importEntries, {
    attempt: 'a'.repeat(32),
    name: 'library.json',
    total: entries.length,
    entries,
    from: 0,
  })
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
