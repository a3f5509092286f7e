import { Link, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { promptCalls } from '#contract/library/prompts.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { valueCalls } from '#contract/variables/values.ts'
import library from '#languages/en/library.json' with { type: 'json' }
import promptTexts from '#languages/en/prompt.json' with { type: 'json' }
import messages from '#languages/en/values.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import { eraseAccountStorage, setStorageOwner } from '#web/api/account-storage.ts'
import { ViewPromptDialog } from '#web/prompts/view/view-prompt-dialog.tsx'
import { keepLastValues, readLastValues } from './last-values.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'

const prompt = aPrompt({
  name: 'Letter',
  prompt: 'About {topic}, by {my name} of {my company}',
})
const opener = page.getByRole('link', { name: 'Open' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const menu = page.getByRole('button', { name: messages.sets })
const last = page.getByRole('menuitemradio', { name: messages.last, exact: true })
let answerMyValues: (values: Value[], keepsLastValues?: boolean) => void
let server: ReturnType<typeof serve>

beforeEach(async () => {
  await page.viewport(1280, 800)
  setStorageOwner('ada')
  const mine = Promise.withResolvers<{ values: Value[]; keepsLastValues: boolean }>()
  answerMyValues = (values, keepsLastValues = false) => mine.resolve({ values, keepsLastValues })
  server = serve()
  server.answer(valueCalls.getMyValues, mine.promise)
  server.answer(promptCalls.getPrompt, { prompt })
})

afterEach(() => {
  eraseAccountStorage()
  vi.restoreAllMocks()
})

function OpenDialog() {
  const navigate = useNavigate()
  return (
    <ViewPromptDialog
      open
      prompt={{ ...prompt, preview: prompt.prompt }}
      onAction={vi.fn()}
      onClose={() => void navigate(-1)}
    />
  )
}

async function openPrompt() {
  const screens = { '/': <Link to="/prompt">Open</Link>, '/prompt': <OpenDialog /> }
  await showScreens(screens, 'library', 'history', 'palette', 'prompt', 'values')
  await opener.click()
  await expect.element(field('topic')).toHaveFocus()
}

test('My values that arrive late fill in empty variables, and overwrite nothing', async () => {
  await openPrompt()
  await field('my name').fill('Grace')
  answerMyValues([
    { name: 'my name', value: 'Ada' },
    { name: 'my company', value: 'Engines' },
    { name: 'elsewhere', value: 'x' },
  ])
  await expect.element(field('my company')).toHaveValue('Engines')
  await expect.element(field('my name')).toHaveValue('Grace')
})

test('My values do not count as unsaved input', async () => {
  await openPrompt()
  answerMyValues([{ name: 'my name', value: 'Ada' }])
  await expect.element(field('my name')).toHaveValue('Ada')
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toBeVisible()
})

test('Last values are filled in from the menu, then copied by Enter, and never asked about', async () => {
  keepLastValues(prompt.id, new Map([['topic', 'rain']]))
  await openPrompt()
  answerMyValues([])
  await expect.element(field('topic')).toHaveValue('')
  await menu.click()
  await last.click()
  await expect.element(field('topic')).toHaveValue('rain')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => navigator.clipboard.readText())
    .toBe('About rain, by {my name} of {my company}')
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toBeVisible()
})

test('Copied values are available as last values at once, in the same dialog', async () => {
  keepLastValues(prompt.id, new Map([['topic', 'rain']]))
  await openPrompt()
  answerMyValues([])
  await field('topic').fill('sun')
  await page.getByRole('button', { name: promptTexts.fillIn.copy }).click()
  await field('topic').fill('snow')
  await menu.click()
  await last.click()
  await expect.element(field('topic')).toHaveValue('sun')
})

test('An account that keeps last values gets them with each recorded use, and offers them in other browsers', async () => {
  const previous = { lastValues: prompt.lastValues }
  onTestFinished(() => void Object.assign(prompt, previous))
  prompt.lastValues = [{ name: 'topic', value: 'rain' }]
  await openPrompt()
  answerMyValues([], true)
  await menu.click()
  await last.click()
  await expect.element(field('topic')).toHaveValue('rain')
  await field('topic').fill('sun')
  await page.getByRole('button', { name: promptTexts.fillIn.copy }).click()
  const values = [
    { name: 'topic', value: 'sun' },
    { name: 'my name', value: '' },
    { name: 'my company', value: '' },
  ]
  await expect
    .poll(() => server.sent.mock.calls)
    .toEqual([['prompts/use', { promptId: prompt.id, values }]])
  await expect.poll(() => readLastValues(prompt.id)).toBeUndefined()
})

test('Closing asks about text typed after last values were filled in', async () => {
  keepLastValues(prompt.id, new Map([['topic', 'rain']]))
  await openPrompt()
  await menu.click()
  await last.click()
  await field('my name').fill('Grace')
  await userEvent.keyboard('{Escape}')
  await expect
    .element(page.getByRole('alertdialog', { name: library.discardValues.title }))
    .toBeVisible()
})

test('Keys pressed in a question above the dialog copy nothing', async () => {
  await openPrompt()
  await field('topic').fill('rain')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: library.discardValues.title })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.element(opener).toBeVisible()
  expect(server.sent).not.toHaveBeenCalled()
})

test('Values copied as defaults are offered again, except today’s date', async () => {
  const previous = { prompt: prompt.prompt, variables: prompt.variables }
  onTestFinished(() => void Object.assign(prompt, previous))
  prompt.prompt = 'About {topic} on {day}'
  prompt.variables = [
    { name: 'topic', kind: 'text', default: 'rain' },
    { name: 'day', kind: 'date' },
  ]
  await openPrompt()
  await page.getByRole('button', { name: promptTexts.fillIn.copy }).click()
  await expect.poll(() => readLastValues(prompt.id)).toEqual(new Map([['topic', 'rain']]))
})

test('Values too long to be stored cause a message, and the previous ones are kept', async () => {
  keepLastValues(prompt.id, new Map([['topic', 'rain']]))
  await openPrompt()
  await field('topic').fill('x'.repeat(50_000))
  await page.getByRole('button', { name: promptTexts.fillIn.copy }).click()
  await expect.element(page.getByText(messages.tooLong)).toBeVisible()
  expect(readLastValues(prompt.id)).toEqual(new Map([['topic', 'rain']]))
})

test('A saved set replaces all values, including choices', async () => {
  const previous = {
    prompt: prompt.prompt,
    variables: prompt.variables,
    valueSets: prompt.valueSets,
  }
  onTestFinished(() => void Object.assign(prompt, previous))
  prompt.prompt = 'About {topic}, {tone}'
  prompt.variables = [{ name: 'tone', kind: 'choice', options: [{ value: 'dry' }] }]
  prompt.valueSets = [{ name: 'Usual', values: [{ name: 'topic', value: 'rain' }] }]
  await openPrompt()
  await page.getByRole('combobox', { name: 'tone' }).selectOptions('dry')
  await page.getByRole('button', { name: messages.sets }).click()
  await page.getByRole('menuitemradio', { name: 'Usual' }).click()
  await expect.element(field('topic')).toHaveValue('rain')
  await expect.element(page.getByRole('combobox', { name: 'tone' })).toHaveValue('')
})
