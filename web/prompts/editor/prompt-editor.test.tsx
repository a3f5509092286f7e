import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import texts from '#languages/en/editor.json' with { type: 'json' }
import {
  chip,
  editor,
  onClose,
  openEditor,
  seen,
  t,
  textNow,
  undo,
} from '#tests/support/show-editor.tsx'

const { settings } = texts
const kind = page.getByRole('combobox', { name: settings.kind })
const name = page.getByRole('textbox', { name: settings.name, exact: true })

test('A chip opens the settings in place by key, and Esc returns to it', async () => {
  await openEditor('Tell {topic} to {reader}')
  chip('topic').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(kind).toHaveFocus()
  await expect.element(chip('topic')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(chip('topic')).toHaveFocus()
  await expect.element(kind).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

test('If the settings of a variable are open and it disappears from the text, the editor keeps the focus', async () => {
  await openEditor('Hello {x} and bye.')
  await chip('x').click()
  await expect.element(kind).toHaveFocus()
  editor.element().focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await userEvent.keyboard('{ArrowRight>9/}')
  await userEvent.keyboard('{Backspace}')
  await expect.element(kind).not.toBeInTheDocument()
  for (const letter of 'yz} ok') await userEvent.keyboard(letter)
  await expect.poll(textNow).toBe('Hello {xyz} ok and bye.')
})

test('A choice can be created by keyboard alone', async () => {
  await openEditor('Write in a {tone} tone.')
  chip('tone').element().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.selectOptions(kind, settings.kinds.choice)
  await userEvent.keyboard('{Tab}{Tab}warm')
  await page.getByRole('button', { name: settings.more }).click()
  page
    .getByRole('textbox', { name: t('settings.optionText', { number: 1 }) })
    .element()
    .focus()
  await userEvent.keyboard('{Tab}Friendly')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}cool, dry{Enter}= {{b}')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect
    .poll(() => seen.edited.variables)
    .toEqual([
      {
        name: 'tone',
        kind: 'choice',
        options: [{ value: 'warm', label: 'Friendly' }, { value: '= {b}' }, { value: 'cool, dry' }],
      },
    ])
  await userEvent.selectOptions(page.getByRole('combobox', { name: settings.default }), 'Friendly')
  page.getByRole('switch', { name: settings.open }).element().focus()
  await userEvent.keyboard(' ')
  expect(seen.edited.variables[0]).toMatchObject({ default: 'warm', open: true })
})

test('Lines pasted into an empty option become separate options', async () => {
  await openEditor('{tone}', [{ name: 'tone', kind: 'choice' }])
  await chip('tone', 'choice').click()
  window.focus()
  await navigator.clipboard.writeText('warm\ncool\n')
  const first = page.getByRole('textbox', { name: t('settings.optionText', { number: 1 }) })
  first.element().focus()
  await userEvent.keyboard('{Control>}v{/Control}')
  await expect
    .poll(() => seen.edited.variables[0]?.options)
    .toEqual([{ value: 'warm' }, { value: 'cool' }])
})

test('An invalid number shows an error next to its field, and stays there', async () => {
  await openEditor('{n}', [{ name: 'n', kind: 'number', min: 3 }])
  await chip('n', 'number').click()
  const most = page.getByRole('textbox', { name: settings.max })
  await most.fill('2')
  await expect
    .element(most)
    .toHaveAccessibleDescription(t('settings.problems.max_below_min', { min: '3' }))
  await most.fill('two')
  await expect.element(most).toHaveAccessibleDescription(settings.problems.not_a_number)
  await expect.element(most).toHaveValue('two')
  await most.fill('4,5')
  await expect.element(most).toBeValid()
  expect(seen.edited.variables[0]?.max).toBe(4.5)
})

test('Renaming changes every occurrence in one step, and one undo restores text and settings', async () => {
  const setting = { name: 'topic', kind: 'long', help: 'What?', later: 1 }
  await openEditor('{topic}, again { topic }, {other}', [setting])
  await chip('topic', 'long').click()
  await name.fill('the theme')
  await userEvent.keyboard('{Enter}')
  await expect.poll(textNow).toBe('{the theme}, again { the theme }, {other}')
  await expect.element(name).toHaveFocus()
  await expect.element(chip('the theme', 'long')).toHaveAttribute('aria-expanded', 'true')
  expect(seen.edited.variables).toContainEqual({ ...setting, name: 'the theme' })
  await undo()
  await expect.poll(textNow).toBe('{topic}, again { topic }, {other}')
  await expect.element(chip('topic', 'long')).toBeVisible()
  expect(seen.edited.variables).toContainEqual(setting)
})

test.each([
  ['other', t('settings.nameProblems.taken', { name: 'other' })],
  ['a{{', /^A name must have/],
  [' ', /^A name must have/],
])('The name "%s" is rejected with an error, and stays in the field', async (typed, sentence) => {
  await openEditor('{topic} {other}')
  await chip('topic').click()
  await name.fill('')
  await userEvent.type(name, typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription(sentence)
  await expect.element(name).toHaveValue(typed.replace('{{', '{'))
  expect(textNow()).toBe('{topic} {other}')
})

test('A name set to be plain text keeps its braces, and can be changed back', async () => {
  await openEditor('{topic}')
  await chip('topic').click()
  await userEvent.selectOptions(kind, settings.kinds.literal)
  await expect.element(chip('topic', 'literal')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  const literal = page.getByRole('button', { name: t('literalChip', { name: 'topic' }) })
  await expect.element(literal).toHaveFocus()
  await literal.click()
  await userEvent.selectOptions(kind, settings.kinds.date)
  await expect.element(chip('topic', 'date')).toBeVisible()
  expect(textNow()).toBe('{topic}')
})

test('Rarely used fields are shown on request, or if one of them is set', async () => {
  await openEditor('{tone} {price}', [
    { name: 'tone', kind: 'text' },
    { name: 'price', kind: 'number', step: 5 },
  ])
  const help = page.getByRole('textbox', { name: settings.help })
  await chip('tone').click()
  await expect.element(kind).toBeVisible()
  await expect.element(help).not.toBeInTheDocument()
  await page.getByRole('button', { name: settings.more }).click()
  await expect.element(help).toBeVisible()
  await page.getByRole('button', { name: settings.close }).click()
  await chip('price', 'number').click()
  await expect.element(page.getByRole('textbox', { name: settings.step })).toHaveValue('5')
})

test('A rejected save focuses the invalid field', async () => {
  await openEditor('{tone}', [{ name: 'tone', kind: 'number', min: 2, max: 1 }])
  seen.controls?.showProblem('tone')
  await expect.element(page.getByRole('textbox', { name: settings.max })).toHaveFocus()
  editor.element().focus()
  seen.controls?.showProblem('tone')
  await expect.element(page.getByRole('textbox', { name: settings.max })).toHaveFocus()
})

test('Removing a variable leaves its settings for an undo', async () => {
  await openEditor('{tone}', [{ name: 'tone', kind: 'long' }])
  await page.getByRole('button', { name: t('remove', { name: 'tone' }) }).click()
  await expect.poll(textNow).toBe('tone')
  await undo()
  await expect.element(chip('tone', 'long')).toBeVisible()
})

const color: VariableSetting = { name: 'color', kind: 'choice', options: [{ value: 'red' }] }

test('A name changed in the text keeps its settings, even while it is typed', async () => {
  await openEditor('Paint it {color}.', [color])
  await userEvent.click(editor)
  await userEvent.keyboard('{Control>}{End}{/Control}{ArrowLeft}{ArrowLeft}u')
  await expect.element(chip('coloru', 'choice')).toBeVisible()
  await expect.poll(() => seen.edited.renames).toEqual([{ from: 'color', to: 'coloru' }])
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}')
  await expect.poll(() => seen.edited.text).toBe('Paint it {}.')
  await userEvent.keyboard('tone')
  await expect.element(chip('tone', 'choice')).toBeVisible()
  await expect.poll(() => seen.edited.renames).toEqual([{ from: 'color', to: 'tone' }])
})

test('A variable that replaces another does not count as renamed', async () => {
  await openEditor('Paint it {color}.', [color])
  await editor.fill('Write to {audience}.')
  await expect.element(chip('audience')).toBeVisible()
  expect(seen.edited.renames).toEqual([])
})

test('A rename in the settings is announced, and not repeated after an undo', async () => {
  await openEditor('Paint it {color}.', [color])
  await chip('color', 'choice').click()
  await name.fill('hue')
  await userEvent.keyboard('{Enter}')
  await expect.element(chip('hue', 'choice')).toBeVisible()
  await expect.poll(() => seen.edited.renames).toEqual([{ from: 'color', to: 'hue' }])
  editor.element().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(chip('color', 'choice')).toBeVisible()
  await expect.poll(() => seen.edited.renames).toEqual([])
})

test('A taken name offers to use the variable that has it', async () => {
  await openEditor('{Kunde}: write to {Huber}')
  await chip('Huber').click()
  await name.fill('Kunde')
  await userEvent.keyboard('{Tab}')
  await page.getByRole('button', { name: settings.merge }).click()
  await expect.poll(textNow).toBe('{Kunde}: write to {Kunde}')
})
