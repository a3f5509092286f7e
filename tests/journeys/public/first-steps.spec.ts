import { promptCalls } from '#contract/library/prompts.ts'
import { defaultLanguage } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openPrompt, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

const password = 'correct horse'

for (const { device, language, options } of onPhone) {
  const { accounts, landing, library, prompt, shelf } = textsOf[language]

  test(`a visitor registers and keeps the example and a shared prompt (${language}, ${device})`, async ({
    account,
    openVisitor,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
    await account.call(promptCalls.togglePromptPublic, { promptId })
    const page = await openVisitor(options)
    await page.goto('/')
    const blanks = page.getByRole('article').getByRole('textbox')
    await blanks.first().fill('inflation')
    const progress = fill(prompt.fillIn.progress, { filled: 2, total: 3 }, language)
    await expect(page.getByText(progress)).toBeVisible()
    await blanks.nth(1).fill('a child')

    await page.goto('/register')
    const email = newEmail()
    await fieldOf(page, accounts.email).fill(email)
    await fieldOf(page, accounts.password).fill(password)
    await fieldOf(page, accounts.confirmPassword).fill(password)
    await page.getByRole('button', { name: accounts.register.submit }).click()
    await expect(page.getByText(accounts.login.created)).toBeVisible()
    await expect(fieldOf(page, accounts.email)).toHaveValue(email)
    await page.keyboard.press('Enter')

    const example = landing.example.name
    await expect(page.getByText(library.empty.title)).toBeVisible()
    const take = page.getByRole('button', {
      name: fill(shelf.starter.adopt, { name: example }, language),
    })
    await expect(take).toBeVisible()
    if (language === defaultLanguage) await expectNoFindings(page, 'an empty library')
    await take.click()
    await expect(
      page.getByText(fill(shelf.starter.adopted, { name: example }, language)),
    ).toBeVisible()
    const first = page.getByRole('dialog').getByRole('textbox').first()
    await expect(first).toHaveValue('inflation')
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(take).toBeHidden()

    // The samples stay until there are three prompts, and the starter shelf with them.
    await page
      .getByRole('button', { name: fill(shelf.starter.whole, { prompts: 8 }, language) })
      .click()
    const starter = page.getByRole('dialog', {
      name: fill(shelf.starter.dialogTitle, { count: 8 }, language),
    })
    for (const box of await starter.getByRole('checkbox').all()) await expect(box).toBeChecked()
    if (language === defaultLanguage) await expectNoFindings(page, 'the starter shelf')
    await starter.getByRole('button', { name: shelf.starter.takeTicked }).click()
    await expect(page.getByText(fill(shelf.starter.added, { count: 8 }, language))).toBeVisible()
    await page.getByRole('button', { name: library.undo.press }).last().click()
    await expect(page.getByText(library.undo.done)).toBeVisible()
    await expect(promptCard(page, example)).toBeVisible()
    await page.getByRole('button', { name: shelf.starter.close }).click()
    await expect(page.getByText(shelf.starter.text)).toBeHidden()
    await page.reload()
    await expect(promptCard(page, example)).toBeVisible()
    await expect(page.getByText(shelf.starter.text)).toBeHidden()

    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    await page.goto(`/prompt/shared/${promptId}`)
    await page.getByRole('button', { name: prompt.sharedPage.save }).click()
    await expect(
      page.getByText(fill(accounts.login.promptKept, { name: 'Launch' }, language)),
    ).toBeVisible()
    await fieldOf(page, accounts.email).fill(email)
    await fieldOf(page, accounts.password).fill(password)
    await page.keyboard.press('Enter')
    await expect(promptCard(page, 'Launch')).toContainText('Announce product')
    await expect(promptCard(page, example)).toBeVisible()
  })
}

test('samples that were closed are offered by a button; their dialog shows how much of the plan they use, and ticks no more', async ({
  page,
  account,
}) => {
  const { library, shelf } = texts
  await page.goto('/prompts')
  await page.getByRole('button', { name: shelf.starter.close }).click()
  await page.getByRole('button', { name: library.samples, exact: true }).click()
  const starter = page.getByRole('dialog', { name: fill(shelf.starter.dialogTitle, { count: 8 }) })
  await expect(starter).toContainText(fill(shelf.starter.fills, { count: 8, room: 10 }))
  await expectNoFindings(page, 'the places that samples take')

  for (let number = 1; number <= 8; number++) {
    await makePrompt(account, { name: `Prompt ${number}`, text: 'x' })
  }
  await page.goto('/prompts')
  await expect(promptCard(page, 'Prompt 1')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(texts.palette.verbs.samples)
  await page.keyboard.press('Enter')
  await expect(starter.getByText(fill(shelf.starter.room, { count: 2 }))).toBeVisible()
  await expect(starter.locator('label:not(:first-child) :checked')).toHaveCount(2)
  await starter.getByRole('button', { name: shelf.starter.takeTicked }).click()
  await expect(page.getByText(fill(shelf.starter.added, { count: 2 }))).toBeVisible()
})

test('the shortcuts for copying and for the palette are mentioned once', async ({
  page,
  account,
}) => {
  const { hint } = texts.palette
  const text = fill(hint.text, { mac: 'no' })
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await makePrompt(account, { name, text: 'Write about {topic}' })
  }
  await page.goto('/prompts')
  for (const name of ['One', 'Two', 'Three']) {
    const dialog = await openPrompt(page, name)
    await dialog.getByRole('textbox', { name: 'topic' }).fill('ink')
    // Users who copy by shortcut know the shortcut.
    await page.keyboard.press('Control+Enter')
    const copied = dialog.getByRole('button', { name: texts.prompt.fillIn.justCopied })
    await expect(copied).toBeVisible()
    await expect(dialog.getByText(hint.copy)).toBeHidden()
    await copied.click()
    await expect(dialog.getByText(hint.copy)).toBeVisible({ visible: name === 'One' })
    await expect(page.getByText(text)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: hint.try }).click()
  await expect(page.getByRole('combobox', { name: texts.palette.title })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.reload()
  await openPrompt(page, 'Four')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(text)).toBeHidden()
})
