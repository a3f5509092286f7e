import { tokenCalls } from '#contract/accounts/tokens.ts'
import { fillInPasswords, openProfile } from '#tests/journeys/support/account-steps.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { ageProofs } from '#tests/journeys/support/age-proofs.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onPhone) {
  const { accounts } = textsOf[language]
  const { tokens, profile, proof } = accounts

  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('a token limited to a folder works at once, survives a change of password, and can be revoked', async ({
      page,
      account,
      server,
    }) => {
      const folderId = await makeFolder(account, 'Work')
      await makePrompt(account, { name: 'Poem', folderId })
      ageProofs(server)
      await openProfile(page)
      await page.getByRole('button', { name: tokens.add }).press('Enter')
      const asked = dialogOf(page, proof.title)
      await asked.getByRole('textbox', { name: profile.currentPassword }).fill(account.password)
      await page.keyboard.press('Enter')
      const made = dialogOf(page, tokens.add)
      await made.getByLabel(tokens.name).fill('Notes')
      await made.getByLabel(accounts.access.where).selectOption('Work')
      await expectNoFindings(page, `a new token on a ${device}`)
      await made.getByLabel(tokens.name).press('Enter')

      const shown = dialogOf(page, tokens.created)
      await expect(shown.getByRole('button', { name: tokens.copy, exact: true })).toBeFocused()
      await expectNoFindings(page, `a token's secret on a ${device}`)
      await page.keyboard.press('Enter')
      await expect(shown.getByRole('button', { name: tokens.copied })).toBeVisible()
      const secret = await page.evaluate(() => navigator.clipboard.readText())
      expect(secret).toMatch(/^pshelf_pat_\w{49}$/)
      await page.keyboard.press('Escape')
      await expect(shown).toBeHidden()

      const list = async () => {
        const headers = { authorization: `Bearer ${secret}`, 'user-agent': 'curl/8.1' }
        const response = await fetch(`${server.origin}/api/library/list?whole=1`, { headers })
        return [response.status, await response.text()]
      }
      expect(await list()).toEqual([200, expect.stringContaining('Poem')])
      // The use is recorded some time after the response.
      await expect
        .poll(async () => (await account.call(tokenCalls.listTokens, {})).tokens[0]?.client)
        .toBe('curl')
      await openProfile(page)
      const row = page
        .locator('#access')
        .getByRole('listitem')
        .filter({ hasText: secret.slice(-4) })
      await expect(row).toContainText('Work')
      await expect(row).toContainText('curl')

      const form = await fillInPasswords(
        page,
        textsOf[language],
        account.password,
        'another quiet library',
      )
      const ends = form.getByRole('switch', { name: tokens.endAll })
      await expect(ends).toBeChecked()
      await ends.press('Space')
      await form.getByRole('button', { name: profile.update }).press('Enter')
      await expect(page.getByText(profile.updated, { exact: true }).last()).toBeVisible()
      expect((await list())[0]).toBe(200)

      await row
        .getByRole('button', {
          name: fill(accounts.access.end.token.named, { name: 'Notes' }, language),
        })
        .click()
      await dialogOf(page, accounts.access.end.token.title)
        .getByRole('button', { name: accounts.access.end.token.confirm })
        .click()
      await expect(row).toHaveCount(0)
      expect(await list()).toEqual([401, expect.stringContaining('token_invalid')])
    })
  })
}
