import type { Locator } from '@playwright/test'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { promptCalls } from '#contract/library/prompts.ts'
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

    test('a prompt with empty variables runs only on a second click, shifts no element, and its answer can be saved as a prompt', async ({
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

    test('an earlier answer shows its values, and its deletion can be undone with the toast and with Ctrl+Z', async ({
      page,
      account,
    }) => {
      const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}.' })
      await page.addInitScript(() => localStorage.setItem('run-with', '["echo"]'))
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const answer = dialog.getByRole('article', { name: fill(runs.model, { model }, language) })
      for (const product of ['Tea', 'Coffee']) {
        await dialog.getByRole('textbox', { name: 'product' }).fill(product)
        await runButtonIn(dialog, textsOf[language]).click()
        await expect(answer).toContainText(`Answer to: Announce ${product}.`)
      }
      await dialog.getByRole('button', { name: runs.earlier.title, exact: true }).click()
      const list = dialog.getByRole('region', { name: runs.earlier.title })
      const rows = list.getByRole('listitem')
      await expect(rows).toContainText(['product: Coffee', 'product: Tea'])
      const stored = async () => (await account.call(runCalls.listRuns, { promptId })).runs.length
      const deletePattern = fill(runs.earlier.delete, { model, when: '' }, language).trim()

      for (const undo of ['toast', 'key']) {
        await rows.first().getByRole('button', { name: deletePattern }).dblclick()
        await expect(rows).toHaveCount(1)
        await expect(rows).toContainText('product: Tea')
        await expect(answer).toHaveCount(0)
        expect(await stored()).toBe(1)
        if (undo === 'toast') {
          await page.getByRole('button', { name: library.undo.press, exact: true }).click()
        } else {
          await page.keyboard.press('Control+z')
          await page.keyboard.press('Control+z')
        }
        await expect(rows).toContainText(['product: Coffee', 'product: Tea'])
        await expect(answer).toContainText('Answer to: Announce Coffee.')
        expect(await stored()).toBe(2)
      }
      await expectNoFindings(page, 'earlier answers')
    })

    test('after a reload, a running answer is shown next to the one it is compared with', async ({
      page,
      account,
    }) => {
      await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      await page.addInitScript(() => localStorage.setItem('run-with', '["echo","endless"]'))
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const answerOf = (name: string) =>
        dialog.getByRole('article', { name: fill(runs.model, { model: name }, language) })
      await dialog
        .getByRole('button', { name: fill(runs.runSeveral, { count: 2 }, language) })
        .click()
      await expect(answerOf(model)).toContainText('Answer to: Announce it.')
      await expect(answerOf('Model endless')).toContainText('more')
      await page.reload()
      await expect(answerOf('Model endless')).toContainText('more')
      await expect(answerOf(model)).toContainText('Answer to: Announce it.')
      await account.call(runCalls.deleteRuns, {})
    })

    test('a filter finds models in a long list, and each compared model can be replaced', async ({
      page,
      account,
    }) => {
      const names = Array.from({ length: 14 }, (_, at) => `Mine ${at + 1}`)
      const free = { creditsPerMillionInput: 0, creditsPerMillionOutput: 0, maxOutput: 500 }
      const models = names.map((name) => ({ id: name, name, ...free }))
      await page.route('**/api/models/list*', (route) =>
        route.fulfill({ json: { models, connections: [], canConnect: true } }),
      )
      await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const menu = dialog.getByRole('dialog', { name: runs.with })
      const openMenu = () => dialog.getByRole('button', { name: runs.with }).click()
      const runWith = (name: string) =>
        dialog.getByRole('button', { name: fill(runs.runWith, { model: name }, language) })

      await openMenu()
      await expect(menu.getByRole('menuitem')).toHaveText([
        runs.compareSeveral,
        runs.earlier.title,
        new RegExp(`^${runs.connections}`),
      ])
      for (const item of await menu.getByRole('menuitem').all()) await expect(item).toBeInViewport()
      await expectNoFindings(page, 'many models')
      await page.keyboard.type('mine 12')
      await expect(menu.getByRole('menuitemradio')).toHaveText([/Mine 12/])
      await page.keyboard.type('x')
      await expect(menu).toContainText(runs.noneFound)
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      await expect(runWith('Mine 12')).toBeVisible()
      await openMenu()
      await expect(menu.getByRole('menuitemradio')).toHaveCount(14)

      await menu.getByRole('menuitem', { name: runs.compareSeveral }).click()
      const comparison = dialog.getByRole('dialog', { name: runs.compare })
      const box = (name: string) =>
        comparison.getByRole('checkbox', { name: new RegExp(`^${name} `) })
      const filter = comparison.getByRole('searchbox', { name: runs.own.filter })
      await box('Mine 12').uncheck()
      await filter.fill('13')
      await expect(comparison.getByRole('checkbox')).toHaveCount(1)
      await box('Mine 13').check()
      await expectNoFindings(page, 'comparing many models')
      await page.keyboard.press('Escape')
      await expect(comparison).toBeHidden()
      await expect(runWith('Mine 13')).toBeVisible()
    })

    test('without models, “Run” offers to open the prompt elsewhere, keeps a long one in view, and closing it returns to the library', async ({
      page,
      account,
    }) => {
      await page.route('**/api/models/list*', (route) =>
        route.fulfill({ json: { models: [], connections: [], canConnect: true } }),
      )
      const text = `Announce {product}.\n${'Keep to these rules.\n'.repeat(10)}`
      await makePrompt(account, { name: 'Rules', text })
      await makePrompt(account, { name: 'Launch', text: 'Announce it.' })
      await page.goto('/prompts')
      const none = page.getByRole('region', { name: runs.none.title })
      const launch = await openPrompt(page, 'Launch')
      await runButtonIn(launch, textsOf[language]).click()
      await expect(none.getByRole('link', { name: runs.none.connect })).toBeInViewport()
      await expect(none.getByRole('group', { name: history.openIn.title })).toBeInViewport()
      await expect(none.getByRole('button', { name: 'ChatGPT' })).toBeInViewport()
      await expectNoFindings(page, 'no model')
      await page.keyboard.press('Escape')
      await expect(launch).toBeHidden()

      await page.setViewportSize({ width: 1366, height: 768 })
      const openAndRun = async (product: string) => {
        const dialog = await openPrompt(page, 'Rules')
        const field = dialog.getByRole('textbox', { name: 'product' })
        await field.fill(product)
        await runButtonIn(dialog, textsOf[language]).click()
        await expect(dialog.getByText(runs.none.text)).toBeInViewport({ ratio: 1 })
        await expect(field).toBeInViewport()
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
        await expect(promptCard(page, 'Rules')).toBeVisible()
        await expect(none).toHaveCount(0)
        await close(await openAndRun('Tea'))
        await discard()
        await expect(none).toHaveCount(0)
      }
      await expect(promptCard(page, 'Rules')).toBeVisible()
    })
  })
}
