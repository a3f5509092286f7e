import { promptCalls } from '#contract/prompts.ts'
import { defaultLanguage } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

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
    await expect(fieldOf(page, accounts.password)).toBeFocused()
    await page.keyboard.type(password)
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
    await promptCard(page, example).getByRole('button', { name: example, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('inflation')

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
