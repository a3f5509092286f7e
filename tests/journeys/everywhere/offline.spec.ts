import { request as playwright, type Locator, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { signUp, type Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/home-journey.ts'
import {
  addToPrompt,
  copyButtonIn,
  dialogOf,
  editorIn,
  folderLink,
  promptCard,
  readClipboard,
  startPrompt,
  toastOf,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

// They wait for their server and connection most of the time.
test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'allow' })

const { library, history } = texts
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'as of' })

/** Keeps the library on the device, as after a login there, and waits until it starts without a connection. */
async function keepLibrary(page: Page) {
  await page.goto('/prompts')
  await page.evaluate(() => localStorage.setItem('library-copy', 'on'))
  await page.reload()
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isCopied = localStorage.getItem('copied-at') !== null
        return isCopied && navigator.serviceWorker.controller !== null
      }),
    )
    .toBe(true)
}

async function save(form: Locator) {
  await form.getByRole('button', { name: /^(?:Save|Create)$/ }).click()
  await expect(form).toBeHidden()
}

const draftsIn = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'drafts')) return 0
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open('drafts')
      opening.addEventListener('success', () => {
        const db = opening.result
        // While it is erased, it is empty for a moment.
        if (!db.objectStoreNames.contains('drafts')) {
          db.close()
          return resolve(0)
        }
        const counting = db.transaction('drafts').objectStore('drafts').count()
        counting.addEventListener('success', () => {
          db.close()
          resolve(counting.result)
        })
      })
    })
  })

/** Makes the disk slow: writes of drafts wait until the returned function is called. */
async function delayDrafts(page: Page) {
  const isOver = await page.evaluateHandle(
    () =>
      new Promise<{ current: boolean }>((resolve) => {
        const isOver = { current: false }
        const opening = indexedDB.open('drafts')
        opening.addEventListener('success', () => {
          const db = opening.result
          const drafts = db.transaction('drafts', 'readwrite').objectStore('drafts')
          const stay = () => {
            if (isOver.current) return db.close()
            drafts.count().addEventListener('success', stay)
          }
          stay()
          resolve(isOver)
        })
      }),
  )
  return () => isOver.evaluate((isOver) => void (isOver.current = true))
}

async function logIn(page: Page, { email, password }: Account) {
  await fieldOf(page, texts.accounts.email).fill(email)
  await fieldOf(page, texts.accounts.password).fill(password)
  await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
  await expect(page).toHaveURL('/prompts')
}

const textOf = async (account: Account, promptId: string) => {
  const { prompt } = await account.call(calls.getPrompt, { promptId })
  return toPlainText(prompt.prompt)
}

const namesOf = async (account: Account) => {
  const { prompts } = await account.call(calls.listPrompts, {})
  return prompts.map(({ name }) => name)
}

test.describe('Without a connection', () => {
  const view = (page: Page) => dialogOf(page, 'Launch')
  const steps: [name: string, step: (page: Page) => Promise<unknown>][] = [
    ['starting', (page) => page.goto('/prompts')],
    ['opening a folder', (page) => folderLink(page, 'Work').click()],
    [
      'finding a prompt',
      async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('laun')
        await expect(page.getByRole('option', { name: 'Launch' })).toBeVisible()
      },
    ],
    ['opening it', (page) => page.keyboard.press('Enter')],
    [
      'typing its value',
      (page) => view(page).getByRole('textbox', { name: 'product' }).fill('Lumen'),
    ],
    ['copying it', (page) => copyButtonIn(view(page)).click()],
  ]

  for (const [cut, [name]] of steps.entries()) {
    test(`${name} and all that follows works`, async ({ page, context, account }) => {
      const folderId = await makeFolder(account, 'Work')
      await makePrompt(account, { name: 'Launch', text: 'Announce {product}', folderId })
      await keepLibrary(page)
      for (const [at, [, step]] of steps.entries()) {
        if (at === cut) await context.setOffline(true)
        await step(page)
      }
      await expect.poll(() => readClipboard(page)).toBe('Announce Lumen')
      await expect(bar(page)).toHaveText(/^Offline, as of \d\d:\d\d$/)
      // The use is recorded later, or not at all.
      await expect(page.locator('.Toastify__toast')).toHaveCount(0)
      await context.setOffline(false)
      await expect(bar(page)).toBeHidden()
    })
  }

  test('the bar is accessible, and in the language on screen', async ({
    page,
    context,
    account,
  }) => {
    await makePrompt(account, { name: 'Launch' })
    await keepLibrary(page)
    await context.setOffline(true)
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await expectNoFindings(page, 'offline')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.getByText(/^Offline, Stand \d\d:\d\d$/)).toBeVisible()
    await page.setViewportSize({ width: 375, height: 700 })
    await expectNoFindings(page, 'offline on a phone')
  })

  test('an action that needs the server shows that on click', async ({
    page,
    context,
    account,
  }) => {
    await makePrompt(account, { name: 'Launch' })
    await keepLibrary(page)
    await context.setOffline(true)
    await expect(bar(page)).toBeVisible()
    await promptCard(page, 'Launch').getByRole('button', { name: 'Launch', exact: true }).click()
    await view(page).getByRole('button', { name: history.star.add }).click()
    await expect(toastOf(page, texts.shell.needsConnection)).toBeVisible()
  })

  test('a server that is away is named as such, and its return is noticed', async ({
    page,
    account,
    home,
  }) => {
    const folderId = await makeFolder(account, 'Work')
    await makePrompt(account, { name: 'Inside', folderId })
    await keepLibrary(page)
    await home.stop()
    await expect(bar(page)).toHaveText(/^Server unreachable, as of \d\d:\d\d$/)
    await page.goto('/prompts')
    await folderLink(page, 'Work').click()
    await expect(promptCard(page, 'Inside')).toBeVisible()
    await home.start()
    await expect(bar(page)).toBeHidden()
    await makePrompt(account, { name: 'Later', folderId })
    await expect(promptCard(page, 'Later')).toBeVisible()
  })

  test('a session that has ended leads to the login once the connection returns', async ({
    page,
    context,
    account,
  }) => {
    await makePrompt(account, { name: 'Launch' })
    await keepLibrary(page)
    await context.setOffline(true)
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await context.clearCookies()
    await context.setOffline(false)
    await expect(page).toHaveURL('/login')
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('library')
  })

  test('a browser without a copy starts nothing', async ({ page, context, account }) => {
    await makePrompt(account, { name: 'Launch' })
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await context.setOffline(true)
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })
})

test.describe('What is written without a connection', () => {
  test('is saved once it returns: new prompts and edits', async ({ page, context, account }) => {
    const folderId = await makeFolder(account, 'Work')
    const launch = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await page.goto('/prompts')
    await save(await addToPrompt(page, 'Launch', ' it all'))
    await expect(toastOf(page, library.prompt.kept)).toBeVisible()
    await page.goto(`/prompts?folderId=${folderId}`)
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('Written on a train')
    await editorIn(form).fill('Dear {name}')
    await save(form)
    await expect(bar(page)).toHaveText(/ · 2 drafts$/)

    await context.setOffline(false)
    await expect(promptCard(page, 'Written on a train')).toBeVisible()
    await expect(toastOf(page, 'Your 2 drafts have been saved.')).toBeVisible()
    expect(await textOf(account, launch)).toBe('Announce it all')
    expect(await draftsIn(page)).toBe(0)
  })

  test('is edited further in its draft, which discarding keeps', async ({
    page,
    context,
    account,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await save(await addToPrompt(page, 'Launch', ' it'))
    await save(await addToPrompt(page, 'Launch', ' all'))
    const endDelay = await delayDrafts(page)
    const third = await addToPrompt(page, 'Launch', ' in vain')
    await expect(editorIn(third)).toHaveText('Announce it all in vain')
    await third.getByRole('button', { name: library.actions.cancel }).click()
    await page.getByRole('button', { name: library.discard.discard }).click()
    await endDelay()
    await expect(bar(page)).toHaveText(/ · 1 draft$/)
    await context.setOffline(false)
    await expect.poll(() => textOf(account, promptId)).toBe('Announce it all')
  })

  test('is saved after the server was killed between typing and saving', async ({
    page,
    account,
    home,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    const form = await addToPrompt(page, 'Launch', ' it all')
    await home.stop()
    await save(form)
    await home.start()
    await expect(toastOf(page, 'Your draft has been saved.')).toBeVisible()
    expect(await textOf(account, promptId)).toBe('Announce it all')
  })

  test('is created once, although the response was lost', async ({ page, account }) => {
    await keepLibrary(page)
    await page.route(
      '**/api/prompts/create',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('Once')
    await save(form)
    await expect(toastOf(page, 'Your draft has been saved.')).toBeVisible()
    expect(await namesOf(account)).toEqual(['Once'])
  })

  test('survives the tab: saved or still in its form', async ({ page, context, account }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await save(await addToPrompt(page, 'Launch', ' it all'))
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('Half an idea')
    await expect.poll(() => draftsIn(page)).toBe(2)
    // Another tab leaves the open form alone.
    const other = await context.newPage()
    await other.goto('/prompts')
    await expect(bar(other)).toHaveText(/ · 2 drafts$/)
    await expect(other.getByRole('dialog')).toBeHidden()
    await other.close()
    await page.close()

    const next = await context.newPage()
    await next.goto('/prompts')
    const reopened = dialogOf(next, library.prompt.createTitle)
    await expect(reopened.getByLabel(library.prompt.name)).toHaveValue('Half an idea')
    await context.setOffline(false)
    await save(reopened)
    await expect.poll(() => textOf(account, promptId)).toBe('Announce it all')
    expect(await namesOf(account)).toEqual(['Half an idea', 'Launch'])
    await expect.poll(() => draftsIn(next)).toBe(0)
  })

  test('is erased after 30 days', async ({ page, context, account: _account }) => {
    await keepLibrary(page)
    await context.setOffline(true)
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('Long ago')
    await save(form)
    await page.clock.setFixedTime(Date.now() + 29 * 24 * 3_600_000)
    await page.reload()
    await expect(bar(page)).toHaveText(/ · 1 draft$/)
    await page.clock.setFixedTime(Date.now() + 31 * 24 * 3_600_000)
    await page.reload()
    await expect.poll(() => draftsIn(page)).toBe(0)
  })

  test('is forgotten if its form is discarded', async ({ page, context, account: _account }) => {
    await keepLibrary(page)
    await context.setOffline(true)
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('In vain')
    await expect.poll(() => draftsIn(page)).toBe(1)
    await form.getByRole('button', { name: library.actions.cancel }).click()
    await page.getByRole('button', { name: library.discard.discard }).click()
    await expect.poll(() => draftsIn(page)).toBe(0)
  })

  test('never overwrites another device’s edit: the form shows both', async ({
    page,
    context,
    account,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await save(await addToPrompt(page, 'Launch', ' it all'))
    const form = await startPrompt(page)
    await form.getByLabel(library.prompt.name).fill('Without a conflict')
    await save(form)
    const edit = { name: 'Launch', color: 'f1f5f9', prompt: 'From another device' }
    await account.call(calls.updatePrompt, { promptId, ...edit })
    await context.setOffline(false)

    const conflict = dialogOf(page, library.prompt.updateTitle)
    await expect(conflict).toContainText(texts.errors.prompt_changed)
    await expect(editorIn(conflict)).toHaveText('Announce it all')
    expect(await textOf(account, promptId)).toBe('From another device')
    expect(await namesOf(account)).toContain('Without a conflict')
    // Until it is decided, the draft survives the tab.
    expect(await draftsIn(page)).toBe(1)
    await conflict.getByRole('button', { name: history.changed.overwrite }).click()
    await expect(conflict).toBeHidden()
    expect(await textOf(account, promptId)).toBe('Announce it all')
    await expect.poll(() => draftsIn(page)).toBe(0)
  })

  test('is offered as a new prompt if its own was deleted', async ({ page, context, account }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await save(await addToPrompt(page, 'Launch', ' it all'))
    await account.call(calls.deletePrompt, { promptId })
    await context.setOffline(false)
    const form = dialogOf(page, library.prompt.createTitle)
    await expect(editorIn(form)).toHaveText('Announce it all')
    await expect(toastOf(page, "'Launch' has been deleted")).toBeVisible()
    await save(form)
    await expect(promptCard(page, 'Launch')).toContainText('Announce it all')
    await expect.poll(() => draftsIn(page)).toBe(0)
  })

  test('is saved after the next login if its session has ended', async ({
    page,
    context,
    account,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await keepLibrary(page)
    await context.setOffline(true)
    await save(await addToPrompt(page, 'Launch', ' it all'))
    await context.clearCookies()
    await context.setOffline(false)
    await expect(page).toHaveURL('/login')
    await logIn(page, account)
    await expect(toastOf(page, 'Your draft has been saved.')).toBeVisible()
    expect(await textOf(account, promptId)).toBe('Announce it all')
  })

  for (const [how, leave] of Object.entries({
    'another account logs in': async (page: Page, other: Account) => {
      await expect(page).toHaveURL('/login')
      await logIn(page, other)
    },
    'its user logs out': (page: Page) =>
      page.getByRole('link', { name: texts.shell.logout }).click(),
  })) {
    test(`is erased when ${how}`, async ({ page, context, account, home }) => {
      const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
      const request = await playwright.newContext({ baseURL: home.origin })
      const other = await signUp(request)
      await keepLibrary(page)
      await context.setOffline(true)
      await save(await addToPrompt(page, 'Launch', ' it all'))
      expect(await draftsIn(page)).toBe(1)
      if (how !== 'its user logs out') {
        await context.clearCookies()
        await context.setOffline(false)
      }
      await leave(page, other)
      await expect.poll(() => draftsIn(page)).toBe(0)
      await context.setOffline(false)
      await request.dispose()
      expect(await textOf(account, promptId).catch(() => 'Announce')).toBe('Announce')
    })
  }
})
