import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Papa from 'papaparse'
import { createTranslator } from 'use-intl'
import { findOtherForms } from '#contract/variables/other-forms/other-forms.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import texts from '#languages/en/editor.json' with { type: 'json' }
import prompt from '#languages/en/prompt.json' with { type: 'json' }
import csv from '#tests/fixtures/prompts.csv?raw'
import { show } from '#tests/support/show.tsx'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import type { EditedPrompt } from './editor-area.tsx'
import { editorCode } from './editor-code.ts'
import { PromptEditor, type PromptEditorControls } from './prompt-editor.tsx'

const { settings } = texts
const t = createTranslator({
  locale: 'en-GB',
  messages: { ...texts, remove: prompt.editor.remove },
})
const editor = page.getByRole('textbox', { name: 'Body', exact: true })
const kind = page.getByRole('combobox', { name: settings.kind })
const name = page.getByRole('textbox', { name: settings.name, exact: true })
const onClose = vi.fn()
const seen: { edited: EditedPrompt; controls: PromptEditorControls | null } = {
  edited: { text: '', named: [], variables: [], renames: [] },
  controls: null,
}

function Sample({ setting }: { setting: VariableSetting }) {
  return <p>{setting.name}</p>
}

function Edited({ first }: { first: EditedPrompt }) {
  const [edited, setEdited] = useState(first)
  useEffect(() => {
    seen.edited = edited
  })
  return (
    <Dialog open title="A prompt" onCloseRequest={onClose}>
      <DialogBody>
        <PromptEditor
          ref={(controls) => {
            seen.controls = controls
          }}
          initialText={first.text}
          named={edited.named}
          variables={edited.variables}
          renames={edited.renames}
          label="Body"
          sample={Sample}
          onChange={(change) => setEdited((now) => ({ ...now, ...change }))}
        />
      </DialogBody>
    </Dialog>
  )
}

async function open(text: string, variables: VariableSetting[] = [], named: string[] = []) {
  onClose.mockReset()
  await editorCode.fetch()
  await show(<Edited first={{ text, named, variables, renames: [] }} />, 'prompt')
  await expect.element(editor).toBeVisible()
}

function chip(name: string, kind: keyof typeof settings.kinds = 'text') {
  const label = t('chip', { name, kind: settings.kinds[kind] })
  return page.getByRole('button', { name: label, exact: true })
}

function kept(name: string) {
  return page.getByRole('button', { name: t('makeVariable', { name }) })
}

async function pasteText(text: string) {
  window.focus()
  await navigator.clipboard.writeText(text)
  editor.element().focus()
  await userEvent.keyboard('{Control>}v{/Control}')
}

/** Records what is announced from now on. */
function listen(): () => string[] {
  const heard: string[] = []
  const status = document.querySelector('[aria-live]')
  if (!status) throw new Error('There is no live text.')
  new MutationObserver(() => heard.push(status.textContent)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return () => heard
}

async function undo() {
  editor.element().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
}

const textNow = () => seen.edited.text

test('A chip opens the settings in place by key, and Esc returns to it', async () => {
  await open('Tell {topic} to {reader}')
  chip('topic').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(kind).toHaveFocus()
  await expect.element(chip('topic')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(chip('topic')).toHaveFocus()
  await expect.element(kind).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

test('A variable whose settings are open disappears while its text is edited, and the editor keeps the keys', async () => {
  await open('Hello {x} and bye.')
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
  await open('Write in a {tone} tone.')
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
  await open('{tone}', [{ name: 'tone', kind: 'choice' }])
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

test('An invalid number shows an error beside its field, and stays there', async () => {
  await open('{n}', [{ name: 'n', kind: 'number', min: 3 }])
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
  await open('{topic}, again { topic }, {other}', [setting])
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
  ['a{{', /^A name needs/],
  [' ', /^A name needs/],
])('The name "%s" is rejected with a sentence, and stays in the field', async (typed, sentence) => {
  await open('{topic} {other}')
  await chip('topic').click()
  await name.fill('')
  await userEvent.type(name, typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription(sentence)
  await expect.element(name).toHaveValue(typed.replace('{{', '{'))
  expect(textNow()).toBe('{topic} {other}')
})

test('A name that looks like code stays text until it is turned into a variable', async () => {
  await open('{topic} print(f"{len(x)}") {"a": 1}')
  await expect.element(chip('topic')).toBeVisible()
  await expect.element(chip('len(x)')).not.toBeInTheDocument()
  await kept('len(x)').click()
  await expect.element(chip('len(x)')).toBeVisible()
  expect(seen.edited.named).toEqual(['len(x)'])
  await expect.element(kept('"a": 1')).toBeVisible()
})

test('Many names that look like code are collapsed into one line with their count', async () => {
  await open('{f(a)} {f(b)} {f(c)} {f(d)} {f(e)}')
  const count = page.getByRole('button', { name: t('keptCount', { count: 5 }) })
  await expect.element(kept('f(a)')).not.toBeInTheDocument()
  await count.click()
  await expect.element(kept('f(a)')).toBeVisible()
})

test('Ctrl+E turns code into a variable', async () => {
  await open('len(x)')
  editor.element().focus()
  await userEvent.keyboard('{Control>}ae{/Control}')
  await expect.poll(textNow).toBe('{len(x)}')
  await expect.element(chip('len(x)')).toBeVisible()
})

test('The editor offers to turn many variables that look like code into text', async () => {
  const names = ['f(a)', 'f(b)', 'f(c)']
  await open(names.map((name) => `{${name}}`).join(' '), [], names)
  await page.getByRole('button', { name: texts.keepAsText }).click()
  await expect.element(kept('f(a)')).toBeVisible()
  expect(seen.edited.named).toEqual([])
})

test('A name set to be plain text keeps its braces, and can be changed back', async () => {
  await open('{topic}')
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

const foreign = 'Be a ${role:Software Developer}\n\tand {{tone|select:options=["warm","dry"]}}.'

test('Pasted variables of other tools are converted, and one press reverts that', async () => {
  await open('Hello. ')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await pasteText(foreign)
  await expect.poll(textNow).toBe('Hello. Be a {role}\n\tand {tone}.')
  expect(seen.edited.variables).toEqual([
    { name: 'role', kind: 'text', default: 'Software Developer' },
    { name: 'tone', kind: 'choice', options: [{ value: 'warm' }, { value: 'dry' }] },
  ])
  await userEvent.keyboard('!')
  await page.getByRole('button', { name: texts.otherForms.leave }).click()
  await expect.poll(textNow).toBe(`Hello. ${foreign}!`)
})

test('One undo after a paste restores the pasted text, and the next the text before', async () => {
  await open('')
  await pasteText(foreign)
  await expect.poll(textNow).toBe('Be a {role}\n\tand {tone}.')
  await undo()
  await expect.poll(textNow).toBe(foreign)
  await undo()
  await expect.poll(textNow).toBe('')
})

test('One press converts the variables of other tools in a prompt, in one undo step', async () => {
  await open(foreign)
  await page.getByRole('button', { name: texts.otherForms.takeOver }).click()
  await expect.element(chip('tone', 'choice')).toBeVisible()
  await undo()
  await expect.poll(textNow).toBe(foreign)
})

test('Text pasted into code stays code', async () => {
  await open('```js\n')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await pasteText('log(`${name}`)')
  await expect.poll(textNow).toBe('```js\nlog(`${name}`)')
  await expect.element(kept('name')).toBeVisible()
})

test('Placeholders in brackets become variables on request only', async () => {
  await open('')
  await pasteText('Dear [NAME],')
  await expect.poll(textNow).toBe('Dear [NAME],')
  await expect.element(page.getByText(t('otherForms.possible', { names: 'NAME' }))).toBeVisible()
  await page.getByRole('button', { name: /\[NAME\]/ }).click()
  await expect.poll(textNow).toBe('Dear {NAME},')
})

test('The fields that few need are shown on request, or if one of them is set', async () => {
  await open('{tone} {price}', [
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

test('A refused save focuses the invalid field', async () => {
  await open('{tone}', [{ name: 'tone', kind: 'number', min: 2, max: 1 }])
  seen.controls?.showProblem('tone')
  await expect.element(page.getByRole('textbox', { name: settings.max })).toHaveFocus()
  editor.element().focus()
  seen.controls?.showProblem('tone')
  await expect.element(page.getByRole('textbox', { name: settings.max })).toHaveFocus()
})

test('Removing a variable leaves its settings for an undo', async () => {
  await open('{tone}', [{ name: 'tone', kind: 'long' }])
  await page.getByRole('button', { name: t('remove', { name: 'tone' }) }).click()
  await expect.poll(textNow).toBe('tone')
  await undo()
  await expect.element(chip('tone', 'long')).toBeVisible()
})

const color: VariableSetting = { name: 'color', kind: 'choice', options: [{ value: 'red' }] }

test('A name changed in the text keeps its settings, even while it is typed', async () => {
  await open('Paint it {color}.', [color])
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
  await open('Paint it {color}.', [color])
  await editor.fill('Write to {audience}.')
  await expect.element(chip('audience')).toBeVisible()
  expect(seen.edited.renames).toEqual([])
})

test('A rename in the settings is announced, and not repeated after an undo', async () => {
  await open('Paint it {color}.', [color])
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

test('A typed variable is announced once, when its brace is closed', async () => {
  await open('Write to ')
  const announcements = listen()
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{{who')
  expect(announcements()).toEqual([])
  await userEvent.keyboard('} at home')
  await expect.poll(announcements).toEqual([made('who')])
  await expect.poll(textNow).toBe('Write to {who} at home')
  await userEvent.keyboard('{Home}{ArrowRight>10/}is')
  await expect.element(chip('iswho')).toBeVisible()
  await pasteText('{a} {b} {c}')
  await expect.element(chip('c')).toBeVisible()
  const many = t('madeVariable', { count: 3, name: '' })
  await expect.poll(announcements).toEqual([made('who'), many])
})

const made = (name: string) => t('madeVariable', { count: 1, name })

const { naming } = texts
const nameField = page.getByRole('group', { name: naming.title }).getByRole('textbox')

/** Selects the last occurrence of a word in the editor by keyboard, at the end of its line. */
async function selectLast(word: string) {
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await userEvent.keyboard(`{Shift>}{ArrowLeft>${word.length}/}{/Shift}`)
}

test('A new variable asks for its name at once, and Enter leads back to the text', async () => {
  await open('Write to Huber')
  const announcements = listen()
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveValue('Huber')
  expect(announcements()).toEqual([])
  await userEvent.keyboard('Kunde{Enter}')
  await expect.poll(textNow).toBe('Write to {Kunde}')
  await expect.element(nameField).not.toBeInTheDocument()
  await expect.poll(announcements).toEqual([made('Kunde')])
  await userEvent.keyboard(' now')
  await expect.poll(textNow).toBe('Write to {Kunde} now')
})

test('Esc keeps the selected words as the name', async () => {
  await open('Write to Huber')
  const announcements = listen()
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await expect.element(nameField).toHaveFocus()
  await userEvent.keyboard('Kunde{Escape}')
  await expect.poll(textNow).toBe('Write to {Huber}')
  await expect.poll(announcements).toEqual([made('Huber')])
  expect(onClose).not.toHaveBeenCalled()
})

test('The same words elsewhere become the same variable on request', async () => {
  await open('Huber, Hubert: write to Huber')
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.keyboard('{Control>}a{/Control}Kunde')
  await page.getByRole('checkbox', { name: t('naming.all', { count: 1 }) }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(textNow).toBe('{Kunde}, Hubert: write to {Kunde}')
})

test('A new variable can be one that the text already has', async () => {
  await open('{Kunde}: write to Huber', [{ name: 'Kunde', kind: 'long' }])
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await page.getByRole('group', { name: naming.others }).getByRole('button').click()
  await expect.poll(textNow).toBe('{Kunde}: write to {Kunde}')
  expect(seen.edited.variables).toEqual([{ name: 'Kunde', kind: 'long' }])
  await undo()
  await expect.poll(textNow).toBe('{Kunde}: write to {Huber}')
})

test('A taken name offers to use the variable that has it', async () => {
  await open('{Kunde}: write to {Huber}')
  await chip('Huber').click()
  await name.fill('Kunde')
  await userEvent.keyboard('{Tab}')
  await page.getByRole('button', { name: settings.merge }).click()
  await expect.poll(textNow).toBe('{Kunde}: write to {Kunde}')
})

test('An opening brace offers the variables of the text', async () => {
  await open('{Kunde} and {Ton}: ')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{{')
  const option = page.getByRole('option', { name: 'Kunde' })
  await expect.element(option).toBeVisible()
  await expect.element(option).not.toHaveAttribute('aria-selected')
  await userEvent.keyboard('Ku')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(textNow).toBe('{Kunde} and {Ton}: {Kunde}')
})

test('Enter after an opening brace breaks the line, and Esc closes the offer, not the dialog', async () => {
  await open('{Kunde}: ')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{{')
  await expect.element(page.getByRole('option', { name: 'Kunde' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('option', { name: 'Kunde' })).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Backspace}{{')
  await expect.element(page.getByRole('option', { name: 'Kunde' })).toBeVisible()
  await userEvent.keyboard('{Enter}x')
  await expect.poll(textNow).toBe('{Kunde}: {\nx')
})

const rows = Papa.parse<{ act: string; prompt: string }>(csv, { header: true }).data

test.each([
  ['JSON on several lines', 'Code Review Assistant'],
  ['XML tags', 'Conventional Commit Message Generator'],
  ['code in fences', 'Web Application Testing Skill'],
  ['double braces', 'Any Programming Language to Python Converter'],
  ['dollars and braces', 'RegEx Generator'],
  ['tabs and Chinese', 'prompt 生成'],
  ['characters of no width', 'Surreal City Scene'],
  ['right-to-left text', 'السعوديه '],
  ['no-break spaces', 'Rick And Morty'],
  ['white space at its ends', 'Web Design '],
  ['entities such as &amp;, and {}', 'GitHubTrends'],
  ['144,000 characters', 'Socratic Lens'],
])('A real prompt is kept and copied as it was pasted: %s', async (_, act) => {
  const text = rows.find((row) => row.act === act)?.prompt ?? ''
  await open('')
  await pasteText(text)
  if (findOtherForms(text).length > 0) {
    await page.getByRole('button', { name: texts.otherForms.leave }).click()
  }
  await expect.poll(() => seen.edited.text === text).toBe(true)
  editor.element().focus()
  await navigator.clipboard.writeText('')
  await userEvent.keyboard('{Control>}ac{/Control}')
  expect((await navigator.clipboard.readText()) === text).toBe(true)
})
