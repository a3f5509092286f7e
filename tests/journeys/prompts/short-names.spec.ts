import { readFile } from 'node:fs/promises'
import { promptCalls } from '#contract/library/prompts.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { libraryOf, startImport, submitOf } from '#tests/journeys/support/import-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  editorIn,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

const text = 'Review this:\n\n{code}\n\nRun `npm test` first, and name no @file.'

for (const { language, device, options } of onPhone) {
  const words = textsOf[language]
  const { shortName } = words.history
  const { skill } = words.import

  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('a prompt gets a short name, is found by it, and is exported as a skill', async ({
      page,
      account,
      faults,
    }) => {
      await makePrompt(account, { name: 'Review', shortName: 'code-review' })
      await page.goto('/prompts/new')
      const create = dialogOf(page, words.library.prompt.createTitle)
      await create.getByLabel(words.library.prompt.name).fill('Code-Review')
      await create.getByRole('button', { name: shortName.label }).click()
      await expect(create.getByLabel(shortName.label)).toHaveValue('code-review')
      await create.getByLabel(shortName.whenToUse).fill('Before a merge')
      await editorIn(create, words.library.prompt.body).click()
      await page.keyboard.insertText(text)
      await expectNoFindings(page, `a short name on a ${device}`)
      const save = create.getByRole('button', { name: words.library.prompt.create })
      faults.expectFailure('/api/prompts/create', 409)
      await save.click()
      await expect(create.getByText(words.errors.short_name_taken)).toBeVisible()
      const free = 'code-review-2'
      await create
        .getByRole('button', { name: fill(shortName.useFree, { name: free }, language) })
        .click()
      await save.click()
      await expect(create).toBeHidden()

      await page
        .getByRole('textbox', { name: words.library.search.label })
        .fill(`/${free.slice(0, -1)}`)
      const hit = page.getByRole('article')
      await expect(hit).toHaveCount(1)
      await hit
        .getByRole('button', { name: fill(shortName.copy, { name: free }, language) })
        .click()
      await expect.poll(() => readClipboard(page)).toBe(`/${free}`)

      await promptCard(page, 'Code-Review')
        .getByRole('button', { name: 'Code-Review', exact: true })
        .click()
      const view = dialogOf(page, 'Code-Review')
      await expect(view.getByText(`${shortName.whenToUse}: Before a merge`)).toBeVisible()
      await view.getByRole('button', { name: words.history.more, exact: true }).click()
      await page.getByRole('menuitem', { name: words.history.skill }).click()
      const written = dialogOf(page, skill.title)
      await expect(written.getByRole('region', { name: 'SKILL.md' })).toContainText(
        'description: Before a merge',
      )
      const coming = page.waitForEvent('download')
      await written.getByRole('button', { name: skill.download }).click()
      const download = await coming
      expect(download.suggestedFilename()).toBe(`${free}.zip`)

      const before = await libraryOf(account)
      for (const { id } of before.prompts) {
        await account.call(promptCalls.deletePrompt, { promptId: id })
      }
      const zip = { name: `${free}.zip`, mimeType: 'application/zip' }
      const buffer = await readFile(await download.path())
      const preview = await startImport(page, { ...zip, buffer }, language)
      await submitOf(preview, 1, language).click()
      await expect(preview).toBeHidden()
      const [back] = (await libraryOf(account)).prompts
      const previous = before.prompts.find((prompt) => prompt.shortName === free)
      for (const field of ['name', 'shortName', 'whenToUse', 'prompt'] as const) {
        expect(back?.[field], field).toBe(previous?.[field])
      }
    })

    test('a prompt without a short name gets one in the dialog for its skill', async ({
      page,
      account,
      faults,
    }) => {
      await makePrompt(account, { name: 'Review', shortName: 'code-review' })
      await makePrompt(account, { name: 'Code-Review', text: 'Review {code}.' })
      await page.goto('/prompts')
      await promptCard(page, 'Code-Review')
        .getByRole('button', { name: 'Code-Review', exact: true })
        .click()
      const view = dialogOf(page, 'Code-Review')
      await view.getByRole('button', { name: words.history.more, exact: true }).click()
      await page.getByRole('menuitem', { name: words.history.skill }).click()
      const window = dialogOf(page, skill.title)
      const field = window.getByLabel(shortName.label)
      await expect(field).toHaveValue('code-review')
      await expectNoFindings(page, 'a skill without a short name')
      faults.expectFailure('/api/library/change', 409)
      await window.getByRole('button', { name: skill.giveName }).click()
      await expect(window.getByText(words.errors.short_name_taken)).toBeVisible()
      await expect(field).toBeFocused()
      const useFree = fill(shortName.useFree, { name: 'code-review-2' }, language)
      await window.getByRole('button', { name: useFree }).click()
      await window.getByRole('button', { name: skill.giveName }).click()
      await expect(window.getByRole('region', { name: 'SKILL.md' })).toContainText(
        'name: code-review-2',
      )
    })
  })
}
