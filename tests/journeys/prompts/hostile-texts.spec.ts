import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { times } from '#tests/attacks/attack-length.ts'
import { hostileTexts } from '#tests/fixtures/hostile-texts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToFolder,
  askToPrompt,
  dialogOf,
  openLibraryWith,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

// More prompts than the free plan allows.
test.use({ hasPromptLimit: false })

/** Without the policy that would block scripts; the long run also tests the page as served. */
for (const bypassCSP of times([true], [false, true])) {
  test.describe(`Hostile texts ${bypassCSP ? 'without' : 'with'} the security policy`, () => {
    test.use({ bypassCSP })
    test.setTimeout(times(60_000, 600_000))

    test('are plain text on every screen of the library', async ({ page, account }) => {
      const watch = await watchForScripts(page)
      await Promise.all(
        hostileTexts.flatMap(({ text }) => [
          makeFolder(account, text),
          makePrompt(account, { name: text, notes: text, stored: text }),
        ]),
      )
      await page.setViewportSize({ width: 1440, height: 20_000 })
      await page.goto('/prompts')
      await expect(page.getByRole('article')).toHaveCount(hostileTexts.length)
      const titles = await page.getByRole('article').getByRole('heading').allTextContents()
      expect(titles.map(toSeen).toSorted(byLetters)).toEqual(
        hostileTexts.map(({ text }) => toSeen(text)).toSorted(byLetters),
      )
      await watch.expectNothing()

      await page.setViewportSize({ width: 1440, height: 900 })
      for (const { text } of hostileTexts.filter((_, at) => at % times(24, 1) === 0)) {
        await page.goto('/prompts')
        await page
          .getByRole('textbox', { name: texts.library.search.label })
          .fill(text.trim().slice(0, 40))
        // A one-line field drops line breaks, so the search may find nothing.
        const nothing = page.getByText('No name, text or note')
        await expect(page.getByRole('article').or(nothing).first()).toBeVisible()
        await watch.expectNothing()
      }
      expect(watch.dialogs).toEqual([])
    })

    test('are plain text in every dialog', async ({ page, account }) => {
      const watch = await watchForScripts(page)
      const name = `"><img src=x onerror="window.__ran=1"><svg onload=window.__ran=1>{{7*7}}`
      const text = hostileTexts.map((one) => one.text.replaceAll(/\r\n?/g, '\n')).join('\n')
      const folderId = await makeFolder(account, name)
      const promptId = await openLibraryWith(page, account, { name, notes: text, stored: text })
      for (const action of ['view', 'edit', 'move', 'delete'] as const) {
        await askToPrompt(page, action, name)
        await expect(page.locator('dialog:modal')).toBeVisible()
        await watch.expectNothing()
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog:modal')).toBeHidden()
      }
      for (const action of ['edit', 'delete'] as const) {
        await askToFolder(page, action, name)
        await expect(page.locator('dialog:modal')).toBeVisible()
        await watch.expectNothing()
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog:modal')).toBeHidden()
      }
      await page.goto(`/prompts?folderId=${folderId}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeAttached()
      await page.goto('/prompts')

      // The editor saves exactly what it has shown.
      await askToPrompt(page, 'edit', name)
      await dialogOf(page, texts.library.prompt.updateTitle)
        .getByRole('button', { name: texts.library.prompt.save })
        .click()
      await expect(dialogOf(page, texts.library.prompt.updateTitle)).toBeHidden()
      const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
      expect([prompt.name, prompt.notes]).toEqual([name, text])
      await watch.expectNothing()
      expect(watch.dialogs).toEqual([])
    })

    test('are plain text on shared pages', async ({ page, account, browser, server }) => {
      const watch = await watchForScripts(page)
      const reader = await browser.newContext({ javaScriptEnabled: false })
      const withoutScripts = await reader.newPage()
      for (const { text } of hostileTexts.filter((_, at) => at % times(24, 1) === 0)) {
        const promptId = await makePrompt(account, { name: text, stored: text })
        await account.call(promptCalls.togglePromptPublic, { promptId })
        const address = `${server.origin}/prompt/shared/${promptId}`
        await page.goto(address)
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toContainText(toSeen(text).slice(0, 30))
        await watch.expectNothing()

        await withoutScripts.goto(address)
        const title = await withoutScripts.locator('title').textContent()
        expect(title?.replaceAll(/\s+/g, ' ')).toContain(text.trim().replaceAll(/\s+/g, ' '))
        // The page contains only its own elements, whatever the text.
        const foreign =
          'main :is(script, img, iframe, object, base, form, style, meta, details, math)'
        await expect(withoutScripts.locator(foreign)).toHaveCount(0)
        await expect(
          withoutScripts.locator('head base, head meta[http-equiv=refresh]'),
        ).toHaveCount(0)
      }
      await reader.close()
      expect(watch.dialogs).toEqual([])
    })

    test('are plain text in an address', async ({ page, faults }) => {
      const watch = await watchForScripts(page)
      faults.expectFailure(/^\/(?:api\/)?(?:prompts?|page|fp)\b/, 404)
      faults.expectFailure(/^\/api\/(?:verify-email|fp)\b/, 400)
      faults.expectConsole('ApiError')
      faults.expectConsole('Not found')
      const { text } = hostileTexts[0] ?? { text: '' }
      for (const path of [
        `/page/${encodeURIComponent(text)}`,
        `/prompt/shared/${encodeURIComponent(text)}`,
        `/verify-email/${encodeURIComponent(text)}`,
        `/forgot-password/reset/${encodeURIComponent(text)}`,
        `/login?next=javascript:window.__ran=1&message=${encodeURIComponent(text)}`,
        '/login?next=//evil.example&returnTo=https://evil.example&redirect=%5C%5Cevil.example',
        '/#"><img src=x onerror=window.__ran=1>',
        `/?lang=${encodeURIComponent(text)}`,
      ]) {
        await page.goto(path)
        await expect(page.locator('body')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await watch.expectNothing()
      }
      expect(watch.dialogs).toEqual([])
    })
  })
}

test('the copied text equals the stored text exactly', async ({ page, account }) => {
  // Without braces: variables would have to be filled in.
  const harmless = hostileTexts.filter(({ text }) => !/[{}]/.test(text)).map(({ text }) => text)
  const text = harmless.join('\n').replaceAll(/\r\n?/g, '\n')
  await openLibraryWith(page, account, { name: 'All', stored: text })
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await dialogOf(page, 'All').getByRole('button', { name: texts.prompt.fillIn.copy }).click()
  await expect.poll(() => readClipboard(page)).toBe(text)
})

/** Detects a script that ran. Requests to other hosts are detected by `faults`. */
async function watchForScripts(page: Page) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return {
    dialogs,
    expectNothing: async () => {
      expect(await page.evaluate(() => '__ran' in window)).toBe(false)
    },
  }
}

/** Normalises a text as browsers do when showing it: white space at the ends is dropped. */
function toSeen(text: string): string {
  return text.trim()
}

function byLetters(one: string, other: string): number {
  return one < other ? -1 : 1
}
