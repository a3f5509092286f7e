import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Papa from 'papaparse'
import { findOtherForms } from '#contract/variables/other-forms/other-forms.ts'
import texts from '#languages/en/editor.json' with { type: 'json' }
import csv from '#tests/fixtures/prompts.csv?raw'
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

function kept(name: string) {
  return page.getByRole('button', { name: t('makeVariable', { name }) })
}

async function pasteText(text: string) {
  window.focus()
  await navigator.clipboard.writeText(text)
  editor.element().focus()
  await userEvent.keyboard('{Control>}v{/Control}')
}

/** Records announcements from now on. */
function listen(): () => string[] {
  const heard: string[] = []
  const status = document.querySelector('[aria-live]')
  if (!status) throw new Error('There is no live region.')
  new MutationObserver(() => heard.push(status.textContent)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return () => heard
}

test('A name that looks like code stays text until it is turned into a variable', async () => {
  await openEditor('{topic} print(f"{len(x)}") {"a": 1}')
  await expect.element(chip('topic')).toBeVisible()
  await expect.element(chip('len(x)')).not.toBeInTheDocument()
  await kept('len(x)').click()
  await expect.element(chip('len(x)')).toBeVisible()
  expect(seen.edited.named).toEqual(['len(x)'])
  await expect.element(kept('"a": 1')).toBeVisible()
})

test('Many names that look like code are collapsed into one line with their count', async () => {
  await openEditor('{f(a)} {f(b)} {f(c)} {f(d)} {f(e)}')
  const count = page.getByRole('button', { name: t('keptCount', { count: 5 }) })
  await expect.element(kept('f(a)')).not.toBeInTheDocument()
  await count.click()
  await expect.element(kept('f(a)')).toBeVisible()
})

test('Ctrl+E turns code into a variable', async () => {
  await openEditor('len(x)')
  editor.element().focus()
  await userEvent.keyboard('{Control>}ae{/Control}')
  await expect.poll(textNow).toBe('{len(x)}')
  await expect.element(chip('len(x)')).toBeVisible()
})

test('The editor offers to turn many variables that look like code into text', async () => {
  const names = ['f(a)', 'f(b)', 'f(c)']
  await openEditor(names.map((name) => `{${name}}`).join(' '), [], names)
  await page.getByRole('button', { name: texts.keepAsText }).click()
  await expect.element(kept('f(a)')).toBeVisible()
  expect(seen.edited.named).toEqual([])
})

const foreign = 'Be a ${role:Software Developer}\n\tand {{tone|select:options=["warm","dry"]}}.'

test('Pasted variables of other tools are converted, and one click reverts that', async () => {
  await openEditor('Hello. ')
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
  await openEditor('')
  await pasteText(foreign)
  await expect.poll(textNow).toBe('Be a {role}\n\tand {tone}.')
  await undo()
  await expect.poll(textNow).toBe(foreign)
  await undo()
  await expect.poll(textNow).toBe('')
})

test('One click converts the variables of other tools in a prompt, in one undo step', async () => {
  await openEditor(foreign)
  await page.getByRole('button', { name: texts.otherForms.takeOver }).click()
  await expect.element(chip('tone', 'choice')).toBeVisible()
  await undo()
  await expect.poll(textNow).toBe(foreign)
})

test('Text pasted into code stays code', async () => {
  await openEditor('```js\n')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await pasteText('log(`${name}`)')
  await expect.poll(textNow).toBe('```js\nlog(`${name}`)')
  await expect.element(kept('name')).toBeVisible()
})

test('Placeholders in brackets become variables on request only', async () => {
  await openEditor('')
  await pasteText('Dear [NAME],')
  await expect.poll(textNow).toBe('Dear [NAME],')
  await expect.element(page.getByText(t('otherForms.possible', { names: 'NAME' }))).toBeVisible()
  await page.getByRole('button', { name: /\[NAME\]/ }).click()
  await expect.poll(textNow).toBe('Dear {NAME},')
})

test('A typed variable is announced once, when its brace is closed', async () => {
  await openEditor('Write to ')
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

test('A new variable asks for its name at once, and Enter returns to the text', async () => {
  await openEditor('Write to Huber')
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
  await openEditor('Write to Huber')
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
  await openEditor('Huber, Hubert: write to Huber')
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.keyboard('{Control>}a{/Control}Kunde')
  await page.getByRole('checkbox', { name: t('naming.all', { count: 1 }) }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(textNow).toBe('{Kunde}, Hubert: write to {Kunde}')
})

test('A new variable can use the name of an existing one', async () => {
  await openEditor('{Kunde}: write to Huber', [{ name: 'Kunde', kind: 'long' }])
  await selectLast('Huber')
  await userEvent.keyboard('{Control>}e{/Control}')
  await page.getByRole('group', { name: naming.others }).getByRole('button').click()
  await expect.poll(textNow).toBe('{Kunde}: write to {Kunde}')
  expect(seen.edited.variables).toEqual([{ name: 'Kunde', kind: 'long' }])
  await undo()
  await expect.poll(textNow).toBe('{Kunde}: write to {Huber}')
})

test('An opening brace suggests the variables of the text', async () => {
  await openEditor('{Kunde} and {Ton}: ')
  editor.element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{{')
  const option = page.getByRole('option', { name: 'Kunde' })
  await expect.element(option).toBeVisible()
  await expect.element(option).not.toHaveAttribute('aria-selected')
  await userEvent.keyboard('Ku')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(textNow).toBe('{Kunde} and {Ton}: {Kunde}')
})

test('Enter after an opening brace inserts a line break, and Esc closes the suggestions, not the dialog', async () => {
  await openEditor('{Kunde}: ')
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
  ['zero-width characters', 'Surreal City Scene'],
  ['right-to-left text', 'السعوديه '],
  ['no-break spaces', 'Rick And Morty'],
  ['white space at its ends', 'Web Design '],
  ['entities such as &amp;, and {}', 'GitHubTrends'],
  ['144,000 characters', 'Socratic Lens'],
])('A real prompt is stored and copied exactly as pasted: %s', async (_, act) => {
  const text = rows.find((row) => row.act === act)?.prompt ?? ''
  await openEditor('')
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
