import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test.use({ hasPromptLimit: false })

/** Occurs in every prompt. Compressed files contain it at least once in full. */
const marker = 'zinnoberrot'

/** The files of a profile of a browser that contain the text of a prompt. */
async function filesWithText(profile: string): Promise<string[]> {
  const patterns = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(marker, encoding))
  const names = await readdir(profile, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    // Directories, and files that the browser has just deleted.
    const bytes = await readFile(join(profile, name)).catch(() => Buffer.of())
    if (patterns.some((pattern) => bytes.includes(pattern))) found.push(name)
  }
  return found
}

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
  await expect.poll(() => filesWithText(profile)).not.toEqual([])

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => filesWithText(profile)).toEqual([])
  await context.close()
  expect(await filesWithText(profile)).toEqual([])
  await rm(profile, { recursive: true })
})
