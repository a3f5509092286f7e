import type { Page } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import type { Language } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expect, test as base } from '#tests/journeys/support/account-journey.ts'
import { ageProofs } from '#tests/journeys/support/age-proofs.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { onDesktop, onPhone } from '#tests/journeys/support/devices.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { startMcpApp, type McpApp } from '#tests/support/clients/mcp-app.ts'

/** An AI tool on the user's computer. */
const test = base.extend<{ tool: McpApp }>({
  tool: async ({ server, faults }, provide) => {
    const tool = await startMcpApp(server.origin, 'A tool')
    faults.expectHost(tool.origin)
    await provide(tool)
    await tool.stop()
  },
})

for (const { language, device, options } of onPhone) {
  const { accounts, apps } = textsOf[language]
  const { consent } = apps

  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('an AI tool requests access; a visitor logs in, grants it a folder, and revokes it later', async ({
      page,
      account,
      tool,
    }) => {
      const folderId = await makeFolder(account, 'Work')
      await makePrompt(account, {
        name: 'Poem',
        folderId,
        text: 'Write about {topic}.',
        shortName: 'poem',
      })
      await makePrompt(account, { name: 'Diary', shortName: 'diary' })
      await page.context().clearCookies()

      await page.goto(await tool.begin())
      await expect(page.getByText(accounts.login.appWaits)).toBeVisible()
      await logIn(page, language, account)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(consent.asks)
      await expect(page.getByText(consent.unvouched)).toBeVisible()
      await expect(page.getByText(consent.thisComputer)).toBeVisible()
      await expect(page.getByText(account.email)).toBeVisible()
      await page.getByLabel(accounts.access.where).selectOption('Work')
      await expectNoFindings(page, `consent on a ${device}`)
      await page.getByRole('button', { name: consent.allow, exact: true }).click()
      await expect(page.getByText('Back in the app')).toBeVisible()

      const client = await tool.finish()
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['poem'])
      const filled = await client.getPrompt({ name: 'poem', arguments: { topic: 'bread' } })
      expect(JSON.stringify(filled.messages)).toContain('Write about bread.')

      await page.goto('/profile')
      const row = page
        .locator('#access')
        .getByRole('listitem')
        .filter({ hasText: 'A tool' })
        .first()
      await expect(row).toContainText('Work')
      await expectNoFindings(page, `the profile with an app on a ${device}`)
      await row
        .getByRole('button', {
          name: fill(accounts.access.end.app.named, { name: 'A tool' }, language),
        })
        .click()
      const question = dialogOf(page, accounts.access.end.app.title)
      await question.getByRole('button', { name: accounts.access.end.app.confirm }).click()
      await expect(page.getByText(accounts.access.end.app.done)).toBeVisible()
      await expect(client.listTools()).rejects.toThrow('Unauthorized')
    })

    test('denying an AI tool ends its request', async ({ page, account, tool, faults }) => {
      await page.goto(await tool.begin())
      const address = page.url()
      await expect(page.getByText(account.email)).toBeVisible()
      await page.getByRole('link', { name: consent.notYou }).press('Enter')
      await logIn(page, language, account)
      await expect(page).toHaveURL(address)
      await page.getByRole('button', { name: consent.refuse }).click()
      await expect(page.getByText('Back in the app')).toBeVisible()
      expect((await tool.answer()).get('error')).toBe('access_denied')
      expect(await account.call(appCalls.listApps, {})).toEqual({ apps: [] })
      faults.expectFailure('/api/connect/describe', 404)
      await page.goto(address)
      await expect(page.getByRole('heading', { name: consent.goneTitle })).toBeVisible()
      await page.getByRole('link', { name: consent.library }).press('Enter')
      await expect(page).toHaveURL('/prompts')
    })
  })
}

for (const { language, options } of onDesktop) {
  const { accounts, apps } = textsOf[language]

  test.describe('on any device', () => {
    test.use(options)

    test('a terminal shows a code, and write access requires re-authentication', async ({
      page,
      account,
      server,
    }) => {
      const post = async (path: string, body: URLSearchParams | string): Promise<Answer> => {
        const headers = { ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
        const response = await fetch(server.origin + path, { method: 'POST', headers, body })
        return (await response.json()) as Answer
      }
      const grant = 'urn:ietf:params:oauth:grant-type:device_code'
      const { client_id = '' } = await post(
        '/oauth/register',
        JSON.stringify({
          client_name: 'A terminal',
          redirect_uris: [],
          response_types: [],
          grant_types: [grant, 'refresh_token'],
          token_endpoint_auth_method: 'none',
        }),
      )
      const scope = 'library:read library:write'
      const asked = await post('/oauth/device', new URLSearchParams({ client_id, scope }))
      const device_code = asked.device_code ?? ''
      const poll = () =>
        post('/oauth/token', new URLSearchParams({ client_id, device_code, grant_type: grant }))
      expect((await poll()).error).toBe('authorization_pending')

      ageProofs(server)
      await page.goto(asked.verification_uri_complete ?? '')
      const code = page.getByRole('textbox', { name: apps.device.code })
      await expect(code).toHaveValue(asked.user_code ?? '')
      await expectNoFindings(page, 'the code of a device')
      await code.fill((asked.user_code ?? '').toLowerCase().replace('-', ' '))
      await code.press('Enter')
      await expect(page.getByText(apps.consent.onDevice)).toBeVisible()
      await page.getByRole('button', { name: apps.consent.allow, exact: true }).click()
      const proof = dialogOf(page, accounts.proof.title)
      await proof
        .getByRole('textbox', { name: accounts.profile.currentPassword })
        .fill(account.password)
      await page.keyboard.press('Enter')
      await expect(page.getByText(apps.consent.goOnAtDevice)).toBeVisible()
      await expect.poll(async () => (await poll()).scope).toBe(scope)
    })

    test('a visitor returns to the request after registering', async ({ page }) => {
      const person = { email: newEmail(), password: 'a quiet library' }
      await page.goto('/connect/device?user_code=WDJB-MJHT')
      await page.getByRole('link', { name: accounts.login.register }).press('Enter')
      await expect(page.getByText(accounts.login.appWaits)).toBeVisible()
      await fieldOf(page, accounts.confirmPassword).fill(person.password)
      await logIn(page, language, person)
      await expect(page.getByText(accounts.login.created)).toBeVisible()
      await logIn(page, language, person)
      await expect(page.getByRole('textbox', { name: apps.device.code })).toHaveValue('WDJB-MJHT')
    })

    test('a visitor returns to the request after logging in with Google', async ({
      page,
      google,
      faults,
    }) => {
      const email = newEmail()
      faults.expectHost(google.environment.GOOGLE_ISSUER)
      google.person = { subject: email, email, isVerified: true }
      await page.goto('/connect/device?user_code=WDJB-MJHT')
      await page.getByRole('button', { name: accounts.login.google }).press('Enter')
      await expect(page.getByRole('textbox', { name: apps.device.code })).toHaveValue('WDJB-MJHT')
    })

    test('a popup reports its connection to the site that opened it', async ({
      page,
      account,
      tool,
    }) => {
      await tool.begin()
      await page.goto(`${tool.origin}/popup`)
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button').press('Enter'),
      ])
      await expect(popup.getByText(account.email)).toBeVisible()
      await popup.getByRole('button', { name: apps.consent.allow, exact: true }).click()
      await expect(page.getByText('Connected in the popup')).toBeVisible()
      await expect.poll(() => popup.isClosed()).toBe(true)
    })

    test('another site cannot embed the consent screen in a frame', async ({
      page,
      account,
      tool,
      faults,
    }) => {
      const address = await tool.begin()
      await page.goto(address)
      await expect(page.getByText(account.email)).toBeVisible()
      faults.expectConsole('frame-ancestors')
      faults.expectFailure(/^\/connect\//, 'unreachable')
      await page.goto(`${tool.origin}/frame?${new URLSearchParams({ address: page.url() })}`)
      const frame = page.frames()[1]
      await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/')
      await expect(page.frameLocator('iframe').getByText(account.email)).toHaveCount(0)
    })
  })
}

/** Fills in the login form that is on screen. */
async function logIn(page: Page, language: Language, { email, password }: Credentials) {
  const { accounts } = textsOf[language]
  await fieldOf(page, accounts.email).fill(email)
  await fieldOf(page, accounts.password).fill(password)
  await page.keyboard.press('Enter')
}

type Credentials = { email: string; password: string }
type Answer = Partial<
  Record<
    'client_id' | 'device_code' | 'user_code' | 'verification_uri_complete' | 'error' | 'scope',
    string
  >
>
