import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { localize, type Language } from '#languages/languages.ts'
import { expectNoFindingsInBothThemes } from '#tests/journeys/support/axe.ts'
import { onDesktop, onPhone, phone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  copyButtonIn,
  dialogOf,
  openLibraryWith,
  openPrompt,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

const name = 'Reply'
const text = [
  'Reply to {customer}:',
  '{complaint}',
  'Tone: {tone}. Offer {remedy}, {pages} pages, by {day}.',
  '{apology}',
  '{postscript}',
  'Keep {format} as it is, {customer}. {sign-off}',
].join('\n')
const variables: VariableSetting[] = [
  { name: 'customer', kind: 'text', required: true, help: 'With the title.' },
  { name: 'complaint', kind: 'long' },
  {
    name: 'tone',
    kind: 'choice',
    options: [{ value: 'warm', label: 'Friendly' }, { value: 'dry' }],
  },
  { name: 'remedy', kind: 'choice', options: [{ value: 'a refund' }], open: true },
  { name: 'pages', kind: 'number', min: 1, max: 10, step: 1, default: '2' },
  { name: 'day', kind: 'date', default: '2026-11-22' },
  { name: 'apology', kind: 'switch', on: 'Begin with an apology.', off: '' },
  { name: 'postscript', kind: 'text', whenEmpty: 'nothing' },
  { name: 'format', kind: 'literal' },
  { name: 'sign-off', kind: 'text', default: 'Best wishes' },
]

const finished = localize((language) => {
  const day = { en: '22 November 2026', de: '22. November 2026' }[language]
  return [
    'Reply to Dr Ada Okafor, of the Royal Society for lamps:',
    'Dear all,',
    'it is broken.',
    `Tone: warm. Offer a second lamp, 3 pages, by ${day}.`,
    'Begin with an apology.',
    'Keep {format} as it is, Dr Ada Okafor, of the Royal Society for lamps. Best wishes',
  ].join('\n')
})

/** Fills in all fields by keyboard alone, starting with the focused first one. */
async function fillIn(page: Page, language: Language) {
  const { prompt } = textsOf[language]
  const type = (keys: string) => page.keyboard.type(keys)
  const goOn = () => page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'customer' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(
    page.getByText(fill(prompt.fillIn.needed, { names: 'customer' }, language)),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'customer' })).toBeFocused()
  await type('Dr Ada Okafor, of the Royal Society for lamps')
  await goOn()
  await type('Dear all,')
  await goOn()
  await type('it is broken.')
  await page.keyboard.press('Control+Enter')
  await type('Fr')
  await goOn()
  const remedy = page.getByRole('combobox', { name: 'remedy' })
  await expect(remedy).toBeFocused()
  await type(prompt.fillIn.other.slice(0, 3))
  await goOn()
  await expect(page.getByRole('textbox', { name: 'remedy' })).toBeFocused()
  await type('a second lamp')
  await goOn()
  await type('3')
  await goOn()
  await expect(page.getByLabel('day', { exact: true })).toBeFocused()
  await goOn()
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'apology' })).toBeChecked()
  await goOn()
  await expect(page.getByRole('textbox', { name: 'postscript' })).toBeFocused()
  await goOn()
  await expect(page.getByRole('textbox', { name: 'sign-off' })).toBeFocused()
  await goOn()
  await expect(copyButtonIn(page.locator('body'), language)).toBeFocused()
  await goOn()
  await expect.poll(() => readClipboard(page)).toBe(finished[language])
}

for (const { language, device, options } of onDesktop) {
  test.describe(`Every kind of variable, ${language} on a ${device}`, () => {
    test.use(options)

    test('is filled in by its owner, by keyboard alone', async ({ page, account }) => {
      await openLibraryWith(page, account, { name, text, variables })
      await promptCard(page, name).getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(dialogOf(page, name)).toBeVisible()
      await fillIn(page, language)
    })
  })
}

for (const { language, device, options } of onPhone) {
  test.describe(`Every kind of variable, ${language} on a ${device}`, () => {
    test.use(options)

    test('is filled in by a visitor of the shared prompt', async ({ account, page }) => {
      const promptId = await makePrompt(account, { name, text, variables })
      await account.call(promptCalls.togglePromptPublic, { promptId })
      await page.context().clearCookies()
      await page.goto(`/prompt/shared/${promptId}`)
      await fillIn(page, language)
    })
  })
}

test.describe('On a phone', () => {
  test.use(phone)

  test('a tap chooses an option, and moves to the next variable', async ({ page, account }) => {
    await openLibraryWith(page, account, { name, text: '{tone} {remedy} {day}', variables })
    const dialog = await openPrompt(page, name)
    const tone = dialog.getByRole('combobox', { name: 'tone' })
    await expect(tone).toBeFocused()
    await dialog.getByRole('button', { name: 'Friendly' }).tap()
    await expect(tone).toHaveValue('warm')
    const remedy = dialog.getByRole('combobox', { name: 'remedy' })
    await expect(remedy).toBeFocused()
    await dialog.getByRole('button', { name: texts.prompt.fillIn.other }).tap()
    await expect(dialog.getByRole('textbox', { name: 'remedy' })).toBeFocused()
    await page.keyboard.type('a lamp')
    await tone.tap()
    await expect(dialog.getByRole('button', { name: 'Friendly', pressed: true })).toBeVisible()
    await copyButtonIn(dialog).tap()
    await expect.poll(() => readClipboard(page)).toMatch(/^warm a lamp/)
  })
})

test('axe finds nothing in a prompt with all kinds of variables, empty and with errors, which is printed with its values, but without its controls', async ({
  account,
  openVisitor,
}) => {
  const promptId = await makePrompt(account, { name, text, variables })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor()
  await visitor.goto(`/prompt/shared/${promptId}`)
  await expect(visitor.getByRole('textbox', { name: 'customer' })).toBeFocused()
  await expectNoFindingsInBothThemes(visitor, 'a prompt of every kind')
  await visitor.getByRole('spinbutton', { name: 'pages' }).fill('12')
  await visitor.keyboard.press('Control+Enter')
  await expectNoFindingsInBothThemes(visitor, 'a prompt that is not copied')

  await visitor.getByRole('textbox', { name: 'complaint' }).fill('It is broken.')
  await visitor.emulateMedia({ media: 'print' })
  await expect(visitor.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(visitor.getByRole('banner')).toBeHidden()
  const printed = visitor.locator('[data-variable="complaint"] [data-text]')
  await expect
    .poll(() => printed.evaluate((copy) => getComputedStyle(copy, '::after').content))
    .toContain('It is broken.')
  for (const role of ['textbox', 'combobox', 'spinbutton', 'switch', 'button'] as const) {
    await expect(visitor.getByRole(role)).toHaveCount(0)
  }
})
