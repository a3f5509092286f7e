import { screensOf } from '#scripts/gallery/screens.ts'
import { createDemoLibrary } from '#tests/fixtures/demo-library.ts'
import { planWords } from '#tests/fixtures/plan-words.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { openPrompt } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { expect, test } from '#tests/journeys/support/run-journey.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { wordsOf } from '#tests/journeys/support/words-of.ts'

/** Screens that mention plans or credits on a server that has them. `scripts/gallery` walks through all others, too. */
const spoken = new Set([
  'landing',
  'register',
  'faq',
  'library',
  'create-token',
  'import',
  'palette-empty',
])

for (const { device, language, options } of onPhone) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use({
      ...options,
      // Some steps wait until the network is idle.
      keepsCopy: false,
      environment: ({ modelsFile }, provide) => provide({ MODELS_FILE: modelsFile, PLANS: 'off' }),
    })

    test('a server without plans mentions none, and allows more than ten prompts', async ({
      page,
      context,
      account,
      openVisitor,
    }) => {
      const { runs } = textsOf[language]
      const demo = { ...(await createDemoLibrary(account.call)), deepest: '' }
      for (let number = 1; number <= 12; number++)
        await makePrompt(account, { name: `No ${number}` })
      const expectNoPlan = async (screen: string, on = page) => {
        expect([screen, planWords[language].exec(await wordsOf(on))?.[0]]).toEqual([
          screen,
          undefined,
        ])
      }

      const width = page.viewportSize()?.width ?? 0
      for (const { name, who, open } of screensOf(language, width)) {
        if (!spoken.has(name)) continue
        const opened = who === 'visitor' ? await openVisitor(options) : await context.newPage()
        await open(opened, demo)
        await expectNoPlan(name, opened)
        await opened.close()
      }

      await page.goto('/plans')
      await expect(page).toHaveURL('/profile')
      await expectNoPlan('profile')
      await expectNoFindings(page, 'the profile')

      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'No 12')
      await page.keyboard.press('Control+Shift+Enter')
      await dialog.getByRole('button', { name: runs.anyway }).click()
      const answer = fill(runs.model, { model: 'Model echo' }, language)
      await expect(dialog.getByRole('article', { name: answer })).toContainText('Answer to')
      await expectNoPlan('answer')
    })
  })
}
