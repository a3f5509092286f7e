import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { root } from '#scripts/prepare.mjs'
import { serverEnvironment } from '#scripts/serve.mjs'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test as base } from '#tests/journeys/support/journey.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { copyButtonIn, dialogOf, openPrompt, sumIn } from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { markedImport, marker } from '#tests/support/marked-library.ts'
import { filesWith } from '#tests/support/profile-files.ts'

/** A browser on the user's own device, which has stored the marked library. */
type Device = {
  /** The folder with all its files. */
  profile: string
  page: Page
  email: string
  close: () => Promise<void>
  /** Starts the browser again and returns its page. */
  restart: () => Promise<Page>
}

const test = base.extend<{
  device: Device
  /** Runs a command of the operator. */
  admin: (...words: string[]) => Promise<unknown>
}>({
  hasPromptLimit: false,
  device: async ({ server, faults }, provide) => {
    const profile = await mkdtemp(join(tmpdir(), 'promptshelf-profile-'))
    let context: BrowserContext
    const start = async () => {
      context = await chromium.launchPersistentContext(profile, {
        // The headless shell does not store the history of tabs.
        ...wholeChromium,
        baseURL: server.origin,
        locale: 'en-GB',
      })
      return context.newPage()
    }
    const page = await start()
    // Not after a restart: which calls fail then depends on the first response.
    faults.watch(page.context())
    const account = { email: newEmail(), password: 'a quiet library' }
    const call = clientOf(page.request)
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
    const close = () => context.close()
    await provide({ profile, page, email: account.email, close, restart: start })
    await close()
    await rm(profile, { recursive: true })
  },
  admin: async ({ server }, provide) => {
    const env = {
      PATH: process.env['PATH'],
      ...serverEnvironment,
      BASE_URL: server.origin,
      DATA_DIR: server.directory,
    }
    const program = join(root, 'server/admin.ts')
    await provide((...words) =>
      promisify(execFile)(process.execPath, [program, ...words], { env, cwd: server.directory }),
    )
  },
})

/** Expects a text in no file, before and after the browser ends. */
async function expectErased({ profile, close }: Device, erased: readonly string[]) {
  for (const text of erased) await expect.poll(() => filesWith(profile, text)).toEqual([])
  await close()
  for (const text of erased) expect(await filesWith(profile, text)).toEqual([])
}

/** Each replaces the one before. */
const values = ['purpurnebel', 'ockerwolke']

/** Fills in a prompt and copies it, with one value after another. */
async function storeValues({ page, profile }: Device) {
  const view = await openPrompt(page, 'Letter')
  for (const value of values) {
    await view.getByRole('textbox', { name: 'topic' }).fill(value)
    await copyButtonIn(view).click()
    await expect.poll(() => filesWith(profile, value)).not.toEqual([])
  }
}

test('after a logout, no file of the browser contains a text of the library', async ({
  device,
}) => {
  const { page } = device
  await storeValues(device)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expectErased(device, [marker, ...values])
})

test('after an account is deleted, no file of the browser contains a text of its library', async ({
  device,
}) => {
  const { page } = device
  const { profile } = texts.accounts
  await storeValues(device)
  await page.goto('/profile')
  await page.getByRole('button', { name: profile.delete, exact: true }).click()
  const dialog = dialogOf(page, profile.delete)
  await dialog.getByRole('textbox').fill(String(await sumIn(dialog)))
  await dialog.getByRole('button', { name: profile.deleteConfirm }).click()
  await expect(page).toHaveURL('/')
  await expectErased(device, [marker, ...values])
})

test('if an account is blocked while its library is open, the browser erases the library', async ({
  device,
  admin,
  faults,
}) => {
  const { page, email } = device
  faults.expectFailure(/^\/api\//, 401)
  await admin('user', 'disable', email)
  await expect(page).toHaveURL('/login')
  await expectErased(device, [marker])
})

test('if an account is deleted elsewhere while the browser is closed, its next start erases the library', async ({
  device,
  admin,
}) => {
  await device.close()
  await admin('user', 'delete', device.email, '--yes')
  const page = await device.restart()
  await page.goto('/prompts')
  await expect(page).toHaveURL('/login')
  await expectErased(device, [marker])
})
