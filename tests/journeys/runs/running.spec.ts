import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { runCalls } from '#contract/runs/runs.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import {
  dialogOf,
  openPrompt,
  readClipboard,
  runButtonIn,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { expect, test } from '#tests/journeys/support/run-journey.ts'
import { wrongKey } from '#tests/support/servers/model-server.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

test('the shortcut for “Run” works before the prompt, or the models, have loaded', async ({
  page,
  account,
}) => {
  const answer = fill(textsOf.en.runs.model, { model: 'Model echo' }, 'en')
  for (const path of ['prompts/get', 'models/list']) {
    for (const [text, typed, sent] of [
      [`For ${path}.`, '', `For ${path}.`],
      [`For ${path}, {drink}.`, 'tea', `For ${path}, tea.`],
    ] as const) {
      // Otherwise the next address would open the previous dialog.
      await page.goto('about:blank')
      await makePrompt(account, { name: text, text })
      const press = Promise.withResolvers<void>()
      await page.route(`**/api/${path}*`, async (route) => {
        await press.promise
        await route.continue()
      })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, text)
      await page.keyboard.type(typed)
      await page.keyboard.press('Control+Shift+Enter')
      press.resolve()
      await expect(dialog.getByRole('article', { name: answer })).toContainText(
        `Answer to: ${sent}`,
      )
    }
  }
})

for (const { device, language, options } of onPhone) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use(options)

    test('a run continues while its dialog is closed, can be stopped, and can be compared', async ({
      page,
      account,
    }) => {
      const { runs, errors } = textsOf[language]
      const say = (message: string, values: Record<string, string | number>) =>
        fill(message, values, language)
      const credits = async () =>
        (await account.call(loginCheckCalls.checkLogin, {})).credits.credits
      const promptId = await makePrompt(account, {
        name: 'Launch',
        text: 'Announce {product}.',
        variables: [{ name: 'product', kind: 'text', required: true }],
      })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const { history } = textsOf[language]
      const askForModels = async () => {
        await dialog.getByRole('button', { name: history.more }).click()
        await page.getByRole('menuitem', { name: runs.choose }).click()
      }
      const answerOf = (model: string) =>
        dialog.getByRole('article', { name: say(runs.model, { model }) })
      const product = dialog.getByRole('textbox', { name: 'product' })

      await askForModels()
      await page.getByRole('menuitemradio', { name: 'Model endless' }).click()
      await expect(runButtonIn(dialog, textsOf[language])).toBeFocused()
      await page.keyboard.press('Control+Shift+Enter')
      await expect(product).toBeFocused()
      await expect(dialog.getByRole('article')).toHaveCount(0)
      await product.fill('<b>Café</b>')
      const before = await credits()
      await page.keyboard.press('Control+Shift+Enter')
      const endless = answerOf('Model endless')
      await expect(endless).toContainText('more more')
      expect(await credits()).toBeLessThan(before)

      // There is no question: the input is stored with the run, which continues.
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.reload()
      await openPrompt(page, 'Launch')
      await endless
        .getByRole('button', { name: say(runs.stopOf, { model: 'Model endless' }) })
        .click()
      await expect(endless).toContainText(runs.stopped)
      const paid = before - (await credits())
      await expect(endless).toContainText(say(runs.cost, { credits: paid }))

      await product.fill('<b>Café</b>')
      await askForModels()
      await page.getByRole('menuitem', { name: runs.compareSeveral }).click()
      await dialog.getByRole('checkbox', { name: 'Model echo' }).check()
      await dialog.getByRole('checkbox', { name: 'Model no-key' }).check()
      await dialog.getByRole('checkbox', { name: 'Model endless' }).uncheck()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: say(runs.runSeveral, { count: 2 }) }).click()
      const echo = answerOf('Model echo')
      await expect(echo).toContainText('Answer to: Announce <b>Café</b>.')
      if (device === 'desktop') await expectNoFindings(page, 'two answers')
      // On a phone, the answer takes the whole screen, including the footer.
      const copy =
        device === 'phone'
          ? dialog.getByRole('button', { name: runs.copyAnswer })
          : echo.getByRole('button', { name: say(runs.copyOf, { model: 'Model echo' }) })
      await copy.click()
      await expect(dialog.getByText(runs.copied)).toBeAttached()
      expect(await readClipboard(page)).toBe('Answer to: Announce <b>Café</b>.')
      await echo.getByRole('button', { name: say(runs.more, { model: 'Model echo' }) }).click()
      await page.getByRole('menuitem', { name: runs.raw }).click()
      if (device === 'phone') await dialog.getByRole('tab', { name: 'Model no-key' }).click()
      await expect(answerOf('Model no-key')).toContainText(errors.key_refused)
      if (device === 'phone') {
        await expect(product).toBeHidden()
        await dialog.getByRole('button', { name: runs.change, exact: true }).click()
        await expect(product).toHaveValue('<b>Café</b>')
      }

      await dialog.getByRole('button', { name: runs.earlier.title, exact: true }).click()
      const earlier = dialog.getByRole('region', { name: runs.earlier.title })
      await expect(earlier.getByRole('listitem')).toHaveCount(3)
      await earlier.getByRole('button', { name: runs.earlier.deleteAll }).click()
      await earlier.getByRole('button', { name: runs.earlier.yes, exact: true }).click()
      await expect(earlier).toContainText(runs.earlier.none)
      await expect(dialog.getByRole('article')).toHaveCount(0)
      expect((await account.call(runCalls.listRuns, { promptId })).runs).toEqual([])
    })

    test('a user’s own connection is tested, used without credits, and deleted', async ({
      page,
      account,
      modelServer,
      faults,
    }) => {
      const { runs, errors } = textsOf[language]
      const { own } = runs
      const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      for (let count = 0; count < 3; count++) {
        await account.call(runCalls.startRun, {
          attempt: newAttempt(),
          promptId,
          values: [],
          text: 'Announce it.',
          model: 'endless',
        })
      }
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      faults.expectFailure('/api/runs/start', 403)
      await runButtonIn(dialog, textsOf[language]).click()
      await expect(dialog.getByRole('article')).toContainText(errors.credits_missing)
      await expect(dialog.getByRole('link', { name: runs.seePlans })).toBeVisible()

      await page.goto('/profile#connections')
      await expect(page.getByRole('heading', { name: own.title })).toBeInViewport()
      await page.getByRole('button', { name: own.add }).click()
      await page.getByLabel(own.provider).selectOption(own.other)
      await page.getByRole('textbox', { name: own.name, exact: true }).fill('Mine')
      await page
        .getByRole('textbox', { name: own.address, exact: true })
        .fill(modelServer.baseUrls.openai)
      const key = page.getByLabel(own.key, { exact: true })
      await key.fill(wrongKey)
      await page.keyboard.press('Escape')
      const { discard } = textsOf[language].library
      await page.getByRole('button', { name: discard.keep, exact: true }).click()
      await expect(key).toHaveValue(wrongKey)
      faults.expectFailure('/api/connections/test-address', 400)
      await page.getByRole('button', { name: own.test, exact: true }).click()
      await expect(page.getByText(errors.key_refused)).toBeVisible()
      await key.fill('right-key-0123456789')
      await page.getByRole('button', { name: own.test, exact: true }).click()
      await page.getByRole('checkbox', { name: 'echo', exact: true }).check()
      if (device === 'desktop') await expectNoFindings(page, 'a connection')
      await page.getByRole('button', { name: own.save, exact: true }).click()
      await expect(page.getByText(fill(own.keyEnds, { hint: '6789' }, language))).toBeVisible()

      await page.goto('/prompts')
      await openPrompt(page, 'Launch')
      await dialog.getByRole('button', { name: textsOf[language].history.more }).click()
      await page.getByRole('menuitem', { name: runs.choose }).click()
      await page.getByRole('menuitemradio', { name: 'echo Mine' }).click()
      await runButtonIn(dialog, textsOf[language]).click()
      await expect(dialog.getByRole('article')).toContainText('Answer to: Announce it.')

      await page.goto('/profile')
      await page
        .getByRole('button', { name: fill(own.deleteNamed, { name: 'Mine' }, language) })
        .click()
      const question = dialogOf(page, own.deleteTitle)
      await question.getByRole('button', { name: own.delete, exact: true }).click()
      await expect(page.getByText(own.deleted)).toBeVisible()
      await account.call(runCalls.deleteRuns, {})
    })
  })
}
