import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { recoveryCalls } from '#contract/accounts/recovery.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { linkedTypes } from '#server/config/pages.rules.ts'
import { addPseudoLanguage } from '#tests/support/pseudo-language.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { supportedModels } from '#web/screens/landing/sections/supported-models.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { signUp } from '#tests/journeys/support/call-api.ts'
import { expect, test as base } from '#tests/journeys/support/journey.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

const project = makeScratchDirectory('pseudo-language')
const texts = (name: string) =>
  JSON.parse(readFileSync(join(project, `languages/xx/${name}.json`), 'utf8'))

/** The product, built with one more language. */
const test = base.extend({
  server: [
    async ({}, provide) => {
      addPseudoLanguage(project)
      execFileSync('node', ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
        cwd: project,
      })
      const { serverArguments } = await import(join(project, 'scripts/serve.mjs'))
      const server = await startServer({}, { program: serverArguments })
      await provide(server)
      await server.stop()
      rmSync(project, { recursive: true })
    },
    { scope: 'test', timeout: 300_000 },
  ],
  // For an unknown language `Intl` uses the system's, here and on the server.
  locale: 'en-US',
  // The client sends the language on screen; this header does so for the test's own calls.
  extraHTTPHeaders: { 'accept-language': 'xx' },
  context: async ({ context, server }, provide) => {
    await choosePseudoLanguage(context, server.origin)
    await provide(context)
  },
})

async function choosePseudoLanguage(context: BrowserContext, url: string) {
  await context.addCookies([{ name: 'lang', value: 'xx', url }])
  // An empty page has no storage.
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('lang', 'xx')
  })
}

/** Words in no catalogue: names, languages' own names, and the output of `Intl` in its default language. */
const words = `Promptshelf Google Stripe Chrome Linux English Deutsch EN DE XX Free Plus Pro
  January February March April May June July August September October November December
  Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec
  AM PM UTC at now in ago seconds? minutes? hours? days? months? years?
  Markdown rules> severity line level JSON`
const names = [...Object.values(supportedModels).flat(), ...words.split(/\s+/)]
const code = [
  String.raw`Answer in JSON`,
  String.raw`Mozilla/5\.0.*`,
  String.raw`\S+@\S+`,
  String.raw`https?://\S+`,
  String.raw`/prompt/shared/\S+`,
  // Commands shown in a terminal.
  String.raw`git diff \| promptshelf review`,
  String.raw`return price(?: \* count)?`,
  // The short name proposed for "Üñö".
  'uenoe',
]
const sameEverywhere = new RegExp(
  [...code, ...names].map((word) => String.raw`(?<![\p{L}\d])(?:${word})(?![\p{L}\d])`).join('|'),
  'gu',
)

/** Words without an accent, which are from another language. */
function foreignWords(text: string): string[] {
  return text.replaceAll(sameEverywhere, '').match(/[A-Za-z]{2,}[^\n]{0,30}/g) ?? []
}

/** Returns all text of a page: its content, its title, and what only assistive technology reads. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...attributes].join('\n')
  })
}

async function expectOwnLanguage(page: Page, where: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'xx')
  expect(foreignWords(await textOf(page)), where).toEqual([])
}

test('A language added as a folder and a line is the only one on every screen', async ({
  page,
  server,
  openVisitor,
  context,
  faults,
}) => {
  faults.expectFailure(/^\/nowhere$/, 404)
  faults.expectFailure(/^\/api\/login$/, 400)
  const [accounts, library, plans, shell] = ['accounts', 'library', 'plans', 'shell'].map(texts)
  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).first().click()
  const expectOwnDialog = async (where: string) => {
    await expect(page.locator('dialog:modal')).toBeVisible()
    await expectOwnLanguage(page, where)
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog:modal')).toBeHidden()
  }

  await test.step('visitors', async () => {
    const visitor = await openVisitor({ locale: 'en-US' })
    await choosePseudoLanguage(visitor.context(), server.origin)
    for (const path of ['/', '/login', '/register', '/forgot-password/link', '/nowhere']) {
      await visitor.goto(server.origin + path)
      await expect(visitor.getByRole('heading').first()).toBeVisible()
      await expectOwnLanguage(visitor, path)
    }
    for (const type of linkedTypes) {
      await visitor.goto(`${server.origin}/page/${type}`)
      await expect(visitor.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectOwnLanguage(visitor, type)
    }
    await visitor.goto(`${server.origin}/login`)
    await visitor.getByLabel(accounts.email).fill('ada@example.org')
    await fieldOf(visitor, accounts.password).fill('9'.repeat(12))
    await press(accounts.login.submit, visitor)
    await expect(visitor.getByRole('alert')).toHaveText(texts('errors').password_wrong)
    await expectOwnLanguage(visitor, 'a refused login')
  })

  const account = await signUp(context.request)
  await page.goto('/prompts')
  await expect(page.getByRole('heading', { name: library.empty.title })).toBeVisible()
  await expectOwnLanguage(page, 'an empty library')

  const folderId = await makeFolder(account, 'Öïé')
  await makeFolder(account, 'Ñåß', folderId)
  const promptId = await makePrompt(account, { name: 'Üñö', text: '{éïñ} {żẅö}', notes: 'Ø' })
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectOwnLanguage(page, 'the library')

  for (const button of [library.createFolder, library.addPrompt]) {
    await press(button)
    await expectOwnDialog(button)
  }
  for (const action of Object.values<string>(library.actions)) {
    const trigger = page.getByRole('article').getByRole('button', { name: action, exact: true })
    if ((await trigger.count()) === 0) continue
    await trigger.first().click()
    await expectOwnDialog(action)
  }
  await page.getByRole('button', { name: 'Öïé' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectOwnLanguage(page, 'the menu of a folder')
  await page.getByRole('menuitem').last().click()
  await expectOwnDialog('deleting a folder')
  for (const search of ['ñö', 'ñöx', 'Üñö']) {
    await page.getByRole('textbox', { name: library.search.label }).fill(search)
    await expect(page.locator('main')).not.toHaveAttribute('aria-busy', 'true')
    if (search === 'Üñö') await expect(page.getByRole('article')).toHaveCount(1)
    await expectOwnLanguage(page, `a search for ${search}`)
  }

  await account.call(promptCalls.togglePromptPublic, { promptId })
  for (const [path, visible] of [
    [`/prompt/shared/${promptId}`, page.getByRole('heading', { name: 'Üñö', exact: true })],
    ['/plans', page.getByText(plans.mostPopular)],
    ['/connect/device', page.getByRole('heading', { name: texts('apps').device.title })],
    ['/profile', page.getByRole('heading', { name: accounts.profile.dataTitle })],
  ] as const) {
    await page.goto(path)
    await expect(visible).toBeVisible()
    await expectOwnLanguage(page, path)
  }
  await press(accounts.profile.delete)
  await expectOwnDialog('deleting the account')
  await press(accounts.tokens.add)
  await expectOwnDialog('a new token')

  await page.goto('/plans')
  await press(plans.subscribe)
  await expect(page.getByText(texts('sandbox').notice)).toBeVisible()
  await expectOwnLanguage(page, 'the checkout of the sandbox')
  await press(texts('sandbox').pay)
  await expect(page.getByRole('button', { name: plans.banner.unsubscribe })).toBeVisible()
  await expectOwnLanguage(page, 'a paid plan')
  await press(plans.banner.unsubscribe)
  await expectOwnDialog('unsubscribing')
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: shell.visitor.register }).first()).toBeVisible()

  await test.step('mails', async () => {
    await account.call(recoveryCalls.sendResetLink, { email: account.email })
    const outbox = join(server.directory, 'outbox')
    // Only completely written files.
    const mails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    await expect.poll(() => mails().length).toBeGreaterThanOrEqual(2)
    for (const file of mails()) {
      const mail = await PostalMime.parse(readFileSync(join(outbox, file)))
      const body = mail.html?.replaceAll(/<style.*?<\/style>|<[^>]*>/gs, '\n') ?? ''
      expect(foreignWords(`${mail.subject}\n${mail.text}\n${body}`), mail.subject).toEqual([])
    }
  })
})
