import { promptCalls } from '#contract/library/prompts.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { importCalls } from '#contract/transfer/import.ts'
import { csvPath, libraryOf, startImport, submitOf } from '#tests/journeys/support/import-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('limits of the plan are shown first, and a cancelled import leaves no prompts', async ({
  page,
  context,
  account,
}) => {
  const { plan, drop, run, list } = texts.import
  await page.goto('/prompts')
  await expect(page.getByRole('button', { name: texts.library.import }).first()).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: 700,
      y: 500,
      data: { items: [], files: [csvPath], dragOperationsMask: 1 },
    })
  // The hint works once the code after the first screen has loaded.
  await expect(async () => {
    await drag('dragEnter')
    await drag('dragOver')
    await expect(page.getByText(drop.title)).toBeVisible({ timeout: 100 })
  }).toPass()
  // From the next move on, the hint is the drop target.
  await drag('dragOver')
  await drag('drop')
  const dialog = dialogOf(page, texts.library.import)
  await expect(submitOf(dialog, 1282)).toBeDisabled()
  await expect(dialog).toContainText(fill(plan.tooMany, { plan: 'Free', room: 10, count: 1282 }))
  await dialog.getByRole('button', { name: fill(plan.takeFirst, { count: 10 }) }).click()
  await dialog.getByRole('tree', { name: list }).getByRole('treeitem').first().press(' ')

  // The server imports the batch, but its response is lost.
  const sent = Promise.withResolvers<void>()
  await context.route('**/api/library/import', async (route) => {
    await route.fetch()
    sent.resolve()
  })
  await submitOf(dialog, 9).click()
  await sent.promise
  const { imports } = await account.call(importCalls.listImports, {})
  expect(imports).toMatchObject([{ name: 'prompts.csv', done: 10, total: 10 }])
  await dialog.getByRole('button', { name: run.cancel }).click()
  await expect(page.getByText(texts.import.undone)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await libraryOf(account)).toMatchObject({ folders: [], prompts: [], trash: [] })
})

test('a plan bought in another tab lets the waiting import continue, and Cancel closes; an own export has nothing new, not even in its trash', async ({
  page,
  context,
  account,
}) => {
  const { plan } = texts.import
  await makePrompt(account, { name: 'Here' })
  let dialog = await startImport(page, csvPath)
  await expect(submitOf(dialog, 1282)).toBeDisabled()
  const tooMany = fill(plan.tooMany, { plan: 'Free', room: 9, count: 1282 })
  await expect(dialog).toContainText(tooMany)
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: texts.library.limit.seePlans }).click()
  const plans = await opening
  await planCard(plans, 'Plus').getByRole('button', { name: texts.plans.subscribe }).click()
  await plans.getByRole('button', { name: texts.sandbox.pay, exact: true }).click()
  await expect(plans.getByText(texts.plans.checkout.paid)).toBeVisible()
  // In tests, the browser treats all tabs as visible.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(submitOf(dialog, 1282)).toBeEnabled()
  await expect(dialog).not.toContainText(tooMany)

  await dialog.getByRole('button', { name: texts.import.others }).click()
  await expect(submitOf(dialog, 1282)).toBeHidden()
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  dialog = await startImport(page, csvPath)
  await dialog.getByRole('button', { name: texts.library.actions.cancel }).click()
  await expect(dialog).toBeHidden()

  const promptId = await makePrompt(account, { name: 'Deleted' })
  await account.call(promptCalls.deletePrompt, { promptId })
  const file = JSON.stringify(await account.call(exportCalls.exportLibrary, {}))
  dialog = await startImport(page, {
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await expect(submitOf(dialog, 0)).toBeDisabled()
  await expect(dialog).not.toContainText(fill(texts.import.trash, { count: 1 }))
})
