import type { Locator, Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import type { Language } from '#languages/languages.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, editorIn, expectContents } from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

const lines = [
  'For {who}: {notes}',
  'Tone: {tone}, {words} words, by {day}.',
  '{examples}',
  'Answer as {"answer": "…"}, and keep {braces}.',
]

for (const { language, device, options } of onDesktop) {
  test.describe(`Settings of variables, ${options.locale} on a ${device}`, () => {
    test.use(options)

    test('a prompt with all kinds can be created by keyboard alone', async ({ page, account }) => {
      await page.goto('/prompts')
      const writer = await writerAt(page, language, device === 'phone')
      await writer.writes('Article', lines)

      const { settings } = writer.words
      await writer.opens('who')
      await writer.types(settings.name, 'reader', 'Enter')
      await writer.types(settings.default, 'beginners')
      await writer.showsMore()
      await writer.types(settings.help, 'Who is it for?')
      await writer.closes('reader', 'text')

      await writer.opens('notes')
      await writer.chooses(settings.kind, settings.kinds.long)
      await writer.showsMore()
      await writer.switchesOn(settings.required)
      await writer.closes('notes', 'long')

      await writer.opens('tone')
      await writer.chooses(settings.kind, settings.kinds.choice)
      await writer.showsMore()
      await writer.types(writer.optionText(1), 'warm and friendly')
      await writer.types(writer.optionLabel(1), 'Warm', 'Enter')
      await page.keyboard.type('dry')
      await writer.switchesOn(settings.open)
      await writer.chooses(settings.default, 'Warm')
      await expectNoFindings(page, 'the settings of a choice')
      await writer.closes('tone', 'choice')

      await writer.opens('words')
      await writer.chooses(settings.kind, settings.kinds.number)
      await writer.types(settings.min, '50')
      await writer.types(settings.max, '10')
      await expect(page.getByLabel(settings.max)).toHaveAccessibleDescription(
        fill(settings.problems.max_below_min, { min: 50 }, language),
      )
      await page.keyboard.type('0')
      await writer.showsMore()
      await writer.types(settings.step, '0,5')
      await writer.chooses(settings.whenEmpty, settings.leaveOut)
      await writer.closes('words', 'number')

      await writer.opens('day')
      await writer.chooses(settings.kind, settings.kinds.date)
      await writer.chooses(settings.default, settings.noDefault)
      await writer.closes('day', 'date')

      await writer.opens('examples')
      await writer.chooses(settings.kind, settings.kinds.switch)
      await writer.types(settings.on, 'Give three examples.')
      await writer.switchesOn(settings.beginsOn)
      await writer.closes('examples', 'switch')

      await writer.opens('braces')
      await writer.chooses(settings.kind, settings.kinds.literal)

      await page.keyboard.press('Control+Enter')
      await expect(writer.dialog).toBeHidden()
      const { prompts } = await account.call(promptCalls.listPrompts, { folderId: null })
      const promptId = prompts[0]?.id ?? ''
      const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
      expect(toPlainText(prompt.prompt)).toBe(lines.join('\n').replace('{who}', '{reader}'))
      expect(prompt.variables).toEqual([
        { name: 'reader', kind: 'text', default: 'beginners', help: 'Who is it for?' },
        { name: 'notes', kind: 'long', required: true },
        {
          name: 'tone',
          kind: 'choice',
          options: [{ value: 'warm and friendly', label: 'Warm' }, { value: 'dry' }],
          open: true,
          default: 'warm and friendly',
        },
        { name: 'words', kind: 'number', min: 50, max: 100, step: 0.5, whenEmpty: 'nothing' },
        { name: 'day', kind: 'date', default: '' },
        { name: 'examples', kind: 'switch', on: 'Give three examples.', default: 'on' },
        { name: 'braces', kind: 'literal' },
      ])
      expect(prompts[0]?.variableCount).toBe(6)
    })
  })
}

/** A user in the dialog for a new prompt, with only a keyboard. */
async function writerAt(page: Page, language: Language, isPhone: boolean) {
  const { editor: words, library } = textsOf[language]
  const { keyboard } = page
  await expectContents(page)
  const add = page.getByRole('button', { name: isPhone ? library.add : library.addPrompt })
  await add.first().press('Enter')
  if (isPhone) await page.getByRole('menuitem', { name: library.addPrompt }).press('Enter')
  const dialog = dialogOf(page, library.prompt.createTitle)
  await expect(dialog.getByLabel(library.prompt.name)).toBeFocused()

  const reaches = async (target: Locator) => {
    const isReached = () => target.evaluate((element) => element.matches(':focus'))
    for (let presses = 0; presses < 60 && !(await isReached()); presses++)
      await keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  const chip = (name: string, kind: keyof typeof words.settings.kinds) => {
    const chipName = fill(words.chip, { name, kind: words.settings.kinds[kind] }, language)
    return dialog.getByRole('button', { name: chipName, exact: true })
  }
  const kind = dialog.getByRole('combobox', { name: words.settings.kind })

  return {
    words,
    dialog,
    optionText: (number: number) => fill(words.settings.optionText, { number }, language),
    optionLabel: (number: number) => fill(words.settings.optionLabel, { number }, language),

    async writes(title: string, text: string[]) {
      // Until the form has loaded, there is only a field for the title.
      await expect(editorIn(dialog, library.prompt.body)).toBeVisible()
      await keyboard.type(title)
      await keyboard.press('Enter')
      await expect(editorIn(dialog, library.prompt.body)).toBeFocused()
      for (const [at, line] of text.entries()) {
        if (at > 0) await keyboard.press('Enter')
        await keyboard.type(line)
      }
    },

    async opens(name: string) {
      await reaches(chip(name, 'text'))
      await keyboard.press('Enter')
      await expect(kind).toBeFocused()
    },

    async types(label: string, text: string, ...keys: string[]) {
      await reaches(dialog.getByRole('textbox', { name: label, exact: true }))
      await keyboard.press('Control+a')
      await keyboard.type(text)
      for (const key of keys) await keyboard.press(key)
    },

    /** Types the first letters, as in every native list. */
    async chooses(label: string, option: string) {
      const list = dialog.getByRole('combobox', { name: label, exact: true })
      await reaches(list)
      await keyboard.type(option)
      await expect(list.locator('option:checked')).toHaveText(option)
    },

    async switchesOn(label: string) {
      const control = dialog.getByRole('switch', { name: label, exact: true })
      await reaches(control)
      await keyboard.press('Space')
      await expect(control).toBeChecked()
    },

    async showsMore() {
      const control = dialog.getByRole('button', { name: words.settings.more, exact: true })
      await reaches(control)
      await keyboard.press('Enter')
      await expect(control).toHaveAttribute('aria-expanded', 'true')
    },

    async closes(name: string, kind: keyof typeof words.settings.kinds) {
      await keyboard.press('Escape')
      await expect(chip(name, kind)).toBeFocused()
    },
  }
}
