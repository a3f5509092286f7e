import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import texts from '#languages/en/extension.json' with { type: 'json' }
import shellTexts from '#languages/en/shell.json' with { type: 'json' }
import { startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import {
  expect,
  logIn,
  openChat,
  test,
  type Extended,
} from '#tests/journeys/support/extension-journey.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { filesWith } from '#tests/support/profile-files.ts'

test('A page that is busy too long gets no text, or the popup says that it may have it', async ({
  extended,
  server,
}) => {
  const { account, chat, openPopup } = extended
  await makePrompt(account, { name: 'Greet', text: 'Hello!' })
  await logIn(extended, server.origin, account)
  const page = await openChat(extended)
  const insert = async () => {
    const popup = await openPopup()
    await popup.keyboard.type('greet')
    await popup.keyboard.press('Enter')
    return popup
  }

  const late = await insert()
  // Its deadline has passed for the page.
  await late.evaluate((now) => (Date.now = () => now), Date.now() - 60_000)
  await late.getByRole('button', { name: texts.insert, exact: true }).click()
  await expect(late.getByText(texts.notInserted.late)).toBeVisible()
  await expect(page.locator('#field')).toHaveValue('')
  await late.close()

  await page.locator('#field').evaluate((field) =>
    field.addEventListener('input', () => {
      const request = new XMLHttpRequest()
      request.open('GET', '/held', false)
      request.send()
    }),
  )
  const held = once(chat.server, 'held') as Promise<[ServerResponse]>
  const waiting = await insert()
  // Playwright's clock would wait for the page.
  const timers = await waiting.evaluateHandle(() => {
    const { setTimeout } = globalThis
    const long: TimerHandler[] = []
    const set = (call: TimerHandler, ms?: number) =>
      ms === 20_000 ? long.push(call) : setTimeout(call, ms)
    globalThis.setTimeout = set as typeof setTimeout
    return { end: () => long.forEach((call) => setTimeout(call)) }
  })
  const button = waiting.getByRole('button', { name: texts.insert, exact: true })
  await button.click()
  const [response] = await held
  await expect(button).toHaveAttribute('aria-busy')
  await timers.evaluate(({ end }) => end())
  await expect(waiting.getByText(texts.notInserted.late)).toBeVisible()
  response.end()
  await expect(page.locator('#field')).toHaveValue('Hello!')
})

const lies: Record<string, (answer: ServerResponse) => unknown> = {
  'rows of wrong shapes': (answer) =>
    answer.end(JSON.stringify({ folders: [{ id: {} }], prompts: 7, next: null, hasMore: true })),
  'the page of a proxy': (answer) => answer.end('<html>\n<p>Accept our terms.</p>\n</html>'),
  'a text of 100 MB': (answer) => {
    answer.write('{"prompts":[{"prompt":"')
    Readable.from(Array<Buffer>(100).fill(Buffer.alloc(1_000_000, 'x'))).pipe(answer)
  },
  'an answer without end': (answer) => answer.write('{"prompts":['),
}

for (const [what, lie] of Object.entries(lies)) {
  test(`From a server that answers all calls with ${what}, nothing is needed to insert a prompt`, async ({
    extended,
    server,
  }) => {
    const { account, openPopup } = extended
    await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
    const proxy = await startHostileServer(server.origin)
    await logIn(extended, proxy.origin, account)
    proxy.answer(lie)
    const page = await openChat(extended)
    const popup = await openPopup()
    await expect(popup.getByText(texts.offline)).toBeVisible()
    await popup.keyboard.type('hello')
    await expect(popup.getByRole('option', { name: 'Greet' })).toBeVisible()
    await popup.keyboard.press('Enter')
    await popup.getByLabel('name').fill('Ada')
    await popup.keyboard.press('Enter').catch(() => undefined)
    await expect(page.locator('#field')).toHaveValue('Hello Ada!')
    proxy.stop()
  })
}

test('A changed text stays in the form if the answer is not the server’s', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
  const proxy = await startHostileServer(server.origin)
  await logIn(extended, proxy.origin, account)
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.press('Enter')
  await popup.getByRole('button', { name: texts.edit }).click()
  const text = popup.getByRole('textbox', { name: texts.saving.text })
  await text.fill('Good morning {name}!')
  proxy.answer((answer) => answer.end('<html>'))
  await popup.keyboard.press('Control+Enter')
  await expect(popup.getByRole('alert')).toHaveText(shellTexts.needsConnection)
  await expect(text).toHaveValue('Good morning {name}!')
  proxy.stop()
})

test('With a server that has no changes any more, its own search finds the prompts', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Review old' })
  const proxy = await startHostileServer(server.origin)
  const settings = await logIn(extended, proxy.origin, account)
  await settings.close()
  proxy.lack('library/changes', 'library/ids', 'library/watch')
  await makePrompt(account, { name: 'Review new' })
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.type('review')
  await expect(popup.getByRole('option')).toHaveText([/Review new/, /Review old/])
  await popup.close()
  proxy.stop()
})

/** How a login ends. */
const endings: Record<string, (extended: Extended, settings: Page) => Promise<void>> = {
  'logging out': async (_extended, settings) => {
    await settings.bringToFront()
    await settings.getByRole('button', { name: texts.account.logOut }).click()
    await expect(settings.getByLabel(texts.account.address)).toBeVisible()
  },
  'the access is revoked': async ({ account, openPopup }) => {
    const { apps: connected } = await account.call(appCalls.listApps, {})
    await account.call(appCalls.endApp, { appId: connected[0]?.id ?? '' })
    const popup = await openPopup()
    await expect(popup.getByText(texts.ended)).toBeVisible()
    await popup.close()
  },
}

for (const [what, end] of Object.entries(endings)) {
  test(`After ${what}, no file of the browser contains the token or a text of the library`, async ({
    extended,
    server,
  }) => {
    const { account, context, profile, worker } = extended
    // Chromium stores long texts in separate files.
    const text = Array.from({ length: 5_000 }, (_, line) => `${line} zinnoberrot`).join('\n')
    await makePrompt(account, { name: 'Long', text })
    await makePrompt(account, { name: 'Short', text: 'zinnoberrot' })
    const settings = await logIn(extended, server.origin, account)
    const token = await worker.evaluate<string>(
      'chrome.storage.local.get().then(({ login }) => login.token)',
    )
    await openChat(extended)
    for (const secret of [token, 'zinnoberrot']) {
      await expect.poll(() => filesWith(profile, secret)).not.toEqual([])
    }
    await end(extended, settings)
    for (const secret of [token, 'zinnoberrot']) {
      await expect.poll(() => filesWith(profile, secret)).toEqual([])
    }
    await context.close()
    for (const secret of [token, 'zinnoberrot'])
      expect(await filesWith(profile, secret)).toEqual([])
  })
}
