import { promptCalls } from '#contract/prompts.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { importCalls } from '#contract/transfer/import.ts'
import { csvPath, libraryOf, startImport, submitOf } from '#tests/journeys/support/import-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('what the plan does not allow is said before, and a cancelled import leaves nothing', async ({
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
  // It is there once what follows the first screen has come.
  await expect(async () => {
    await drag('dragEnter')
    await drag('dragOver')
    await expect(page.getByText(drop.title)).toBeVisible({ timeout: 100 })
  }).toPass()
  // The hint is the target from the next move on.
  await drag('dragOver')
  await drag('drop')
  const dialog = dialogOf(page, texts.library.import)
  await expect(submitOf(dialog, 1282)).toBeDisabled()
  await expect(dialog).toContainText(fill(plan.tooMany, { plan: 'Free', room: 10, count: 1282 }))
  await dialog.getByRole('button', { name: fill(plan.takeFirst, { count: 10 }) }).click()
  await dialog.getByRole('tree', { name: list }).getByRole('treeitem').first().press(' ')

  // The server takes it, but its answer does not come.
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

test("one's own export has nothing new to import, not even in its trash", async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Here' })
  const promptId = await makePrompt(account, { name: 'Deleted' })
  await account.call(promptCalls.deletePrompt, { promptId })
  const file = JSON.stringify(await account.call(exportCalls.exportLibrary, {}))
  const dialog = await startImport(page, {
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await expect(submitOf(dialog, 0)).toBeDisabled()
  await expect(dialog).not.toContainText(fill(texts.import.trash, { count: 1 }))
})
