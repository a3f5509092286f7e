import type { Locator } from '@playwright/test'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { promptCalls } from '#contract/prompts.ts'
import { runCalls } from '#contract/runs/runs.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import {
  dialogOf,
  openPrompt,
  promptCard,
  runButtonIn,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { expect, test } from '#tests/journeys/support/run-journey.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { newAttempt } from '#web/api/attempt.ts'

for (const { language, options } of onDesktop) {
  test.describe(`in ${language}`, () => {
    test.use(options)
    const { runs, library, history, shell, prompt: prompts } = textsOf[language]
    const model = 'Model echo'

    test('a prompt with gaps is run by a second press only, moves nothing, and its answer is kept as a prompt', async ({
      page,
      account,
    }) => {
      const credits = async () =>
        (await account.call(loginCheckCalls.checkLogin, {})).credits.credits
      const text = 'Announce **{product}** in {tone}:\n\n- <b>now</b>\n- [here](https://a.example)'
      await makePrompt(account, { name: 'Launch', text })
      await page.addInitScript(() => localStorage.setItem('run-with', '["echo"]'))
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const run = runButtonIn(dialog, textsOf[language])
      const product = dialog.getByRole('textbox', { name: 'product' })
      const tone = dialog.getByRole('textbox', { name: 'tone' })
      const answer = dialog.getByRole('article', { name: fill(runs.model, { model }, language) })

      const before = await credits()
      await run.click()
      await expect(product).toBeFocused()
      const anyway = dialog.getByRole('button', { name: runs.anyway })
      await expect(anyway).toBeVisible()
      await product.fill('Tea')
      await expect(
        dialog.getByText(fill(prompts.fillIn.stillEmpty, { names: 'tone' }, language)),
      ).toBeVisible()
      await expect(answer).toHaveCount(0)
      expect(await credits()).toBe(before)

      const placeOf = async () => [
        (await dialog.boundingBox())?.y,
        await product.boundingBox(),
        await tone.boundingBox(),
      ]
      const place = await placeOf()
      await anyway.click()
      await expect(answer.locator('strong')).toHaveText('Tea')
      await expect(answer.getByRole('listitem')).toHaveText([
        '<b>now</b>',
        'here (https://a.example)',
      ])
      await expect(answer.getByRole('link')).toHaveCount(0)
      expect(await placeOf()).toEqual(place)
      await expectNoFindings(page, 'an answer')

      const more = answer.getByRole('button', { name: fill(runs.more, { model }, language) })
      await more.click()
      await page.getByRole('menuitem', { name: runs.raw }).click()
      await expect(answer).toContainText('Announce **Tea** in {tone}')

      await more.click()
      await page.getByRole('menuitem', { name: runs.save }).click()
      const form = dialogOf(page, library.prompt.createTitle)
      const name = form.getByRole('textbox', { name: library.prompt.name })
      await expect(name).toHaveValue(/Answer to/)
      await name.fill('Kept')
      await form.getByRole('button', { name: library.prompt.create, exact: true }).click()
      await expect(promptCard(page, 'Kept')).toBeVisible()
      const { prompts: all } = await account.call(promptCalls.listPrompts, { folderId: null })
      const promptId = all.find((one) => one.name === 'Kept')?.id ?? ''
      const { prompt: kept } = await account.call(promptCalls.getPrompt, { promptId })
      expect(kept.prompt.replaceAll(/<\/?b>(?=tone|\})/g, '')).toContain(
        'Announce **Tea** in {tone}',
      )
      expect(kept.variables).toMatchObject([{ name: 'tone', kind: 'literal' }])
    })

    test('a run that is started before earlier ones have loaded stays on screen', async ({
      page,
      account,
    }) => {
      const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      const earlier = { promptId, values: [], text: 'Announce it.', model: 'endless' }
      await account.call(runCalls.startRun, { attempt: newAttempt(), ...earlier })
      await page.addInitScript(() => localStorage.setItem('run-with', '["echo"]'))
      const held = Promise.withResolvers<void>()
      await page.route('**/api/runs/get?*', async (route) => {
        await held.promise
        await route.continue()
      })
      const isLoading = page.waitForRequest('**/api/runs/get?*')
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      await isLoading
      await runButtonIn(dialog, textsOf[language]).click()
      const answer = dialog.getByRole('article', { name: fill(runs.model, { model }, language) })
      await expect(answer).toContainText('Answer to')
      const isLoaded = page.waitForResponse('**/api/runs/get?*')
      held.resolve()
      await isLoaded
      await dialog.getByRole('button', { name: runs.earlier.title, exact: true }).click()
      const list = dialog.getByRole('region', { name: runs.earlier.title })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await expect(answer).toContainText('Answer to')
      await account.call(runCalls.deleteRuns, {})
    })

    test('where there is no model, a prompt is copied and opened elsewhere at once', async ({
      page,
      account,
    }) => {
      await page.route('**/api/models/list*', (route) =>
        route.fulfill({ json: { models: [], connections: [], canConnect: true } }),
      )
      await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      await runButtonIn(dialog, textsOf[language]).click()
      const none = dialog.getByRole('region', { name: runs.none.title })
      await expect(none.getByRole('link', { name: runs.none.connect })).toBeInViewport()
      await expect(none.getByRole('group', { name: history.openIn.title })).toBeInViewport()
      await expect(none.getByRole('button', { name: 'ChatGPT' })).toBeInViewport()
      await expectNoFindings(page, 'no model')
    })

    test('where there is no model, closing the prompt after “Run” leads back to the library', async ({
      page,
      account,
    }) => {
      await page.route('**/api/models/list*', (route) =>
        route.fulfill({ json: { models: [], connections: [], canConnect: true } }),
      )
      await makePrompt(account, { name: 'Launch', text: 'Announce {product}.' })
      await page.goto('/prompts')
      const none = page.getByRole('region', { name: runs.none.title })
      const openAndRun = async (product: string) => {
        const dialog = await openPrompt(page, 'Launch')
        await dialog.getByRole('textbox', { name: 'product' }).fill(product)
        await runButtonIn(dialog, textsOf[language]).click()
        await expect(none).toBeVisible()
        return dialog
      }
      const discard = () => page.getByRole('button', { name: library.discard.discard }).click()

      const closings: ((dialog: Locator) => Promise<unknown>)[] = [
        () => page.keyboard.press('Escape'),
        (dialog) => dialog.getByRole('button', { name: shell.close }).first().click(),
        () => page.goBack(),
      ]
      for (const close of closings) {
        await close(await openAndRun(''))
        await expect(promptCard(page, 'Launch')).toBeVisible()
        await expect(none).toHaveCount(0)
        await close(await openAndRun('Tea'))
        await discard()
        await expect(none).toHaveCount(0)
      }
      await expect(promptCard(page, 'Launch')).toBeVisible()
    })
  })
}
