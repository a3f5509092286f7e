import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'

test.use({ locale: 'de-DE' })

test('the frame of the library is there before its scripts are, and nothing of it moves when they come', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const release = await holdScripts(page)
  await page.goto('/prompts', { waitUntil: 'commit' })

  const search = page.getByPlaceholder('Suchen')
  const addPrompt = page.getByText('Neuer Prompt').filter({ visible: true })
  await expect(addPrompt).toBeVisible()
  // To be looked at only: what was typed here would be lost.
  await search.focus()
  await expect(search).not.toBeFocused()
  const places = async () => [await search.boundingBox(), await addPrompt.boundingBox()]
  const before = await places()

  release()
  await expect(promptCard(page, 'Launch')).toBeVisible()
  expect(await places()).toEqual(before)
  await search.focus()
  await expect(search).toBeFocused()
})
