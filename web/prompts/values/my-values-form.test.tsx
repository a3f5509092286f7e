import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Value } from '#contract/variables/value-schemas.ts'
import { valueCalls } from '#contract/variables/values.ts'
import errors from '#languages/en/errors.json' with { type: 'json' }
import history from '#languages/en/history.json' with { type: 'json' }
import messages from '#languages/en/values.json' with { type: 'json' }
import { serve, showScreens, success } from '#tests/support/show-at-server.tsx'
import { MyValuesForm } from './my-values-form.tsx'

const texts = messages.mine
const name = page.getByRole('combobox', { name: texts.name, exact: true })
const valueOf = (of: string) => page.getByRole('textbox', { name: `Value of ${of}` })
const add = page.getByRole('button', { name: texts.add })
const save = page.getByRole('button', { name: texts.submit, exact: true })

const variables = [
  { name: 'MY NAME', prompts: 2 },
  { name: 'tone', prompts: 1 },
]
const { getMyValues, setMyValues } = valueCalls
let stored: Value[]
let answering: Promise<void> | undefined
let server: ReturnType<typeof serve>

beforeEach(() => {
  stored = [{ name: 'my name', value: 'Ada' }]
  answering = undefined
  server = serve()
  server.answer(valueCalls.listVariableNames, { names: variables })
  server.answer(getMyValues, () => ({ values: stored, keepsLastValues: false }))
  server.answer(setMyValues, async ({ values }) => {
    await answering
    stored = values as Value[]
    return success
  })
})

afterEach(() => vi.restoreAllMocks())

async function showForm() {
  await showScreens({ '*': <MyValuesForm /> }, 'values', 'history')
}

test('The variables of the library are offered, and each value shows how many prompts have it', async () => {
  stored.push({ name: 'unknown', value: 'x' })
  await showForm()
  await expect.element(page.getByText('Used in 2 prompts')).toBeVisible()
  await expect.element(page.getByText('Used in no prompt yet')).toBeVisible()
  const offered = [...document.querySelectorAll('datalist option')]
  expect(offered.map((option) => option.getAttribute('value'))).toEqual(['tone'])
  await add.click()
  await name.last().fill('Tone')
  await expect.element(page.getByText('Used in 1 prompt')).toBeVisible()
})

test('Values are added, changed and removed, then saved together', async () => {
  stored.push({ name: 'tone', value: 'dry' })
  await showForm()
  await expect.element(save).toBeDisabled()
  await valueOf('my name').fill('Ada\nLovelace')
  await page.getByRole('button', { name: 'Remove “tone”' }).click()
  await expect.element(add).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(name.last()).toHaveFocus()
  await userEvent.keyboard('  my  company {Tab}Engines{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(texts.saved, { exact: true })).toBeVisible()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('my-values/set', {
    values: [
      { name: 'my name', value: 'Ada\nLovelace' },
      { name: 'my company', value: 'Engines' },
    ],
    former: [
      { name: 'my name', value: 'Ada' },
      { name: 'tone', value: 'dry' },
    ],
  })
})

test('A row that was left empty is not saved', async () => {
  await showForm()
  await add.click()
  await save.click()
  await expect
    .poll(() => server.sent.mock.calls)
    .toEqual([['my-values/set', { values: stored, former: stored }]])
  await expect.element(name).toHaveValue('my name')
})

test.each([
  ['', texts.nameMissing],
  ['a {b}', texts.nameInvalid],
  ['<b>', texts.nameInvalid],
  [' my name', texts.nameTwice],
])('The name “%s” is rejected, with an error next to its field', async (typed, problem) => {
  await showForm()
  await add.click()
  await name.last().fill(typed)
  await page.getByRole('textbox').last().fill('x')
  await save.click()
  await expect.element(name.last()).toHaveFocus()
  await expect.element(name.last()).toHaveAccessibleDescription(problem)
  expect(server.sent).not.toHaveBeenCalled()
  await name.last().fill('fine')
  await expect.element(page.getByText(problem)).not.toBeInTheDocument()
})

test('Invalid values stay as typed', async () => {
  await showForm()
  await valueOf('my name').fill('Grace')
  server.refuse(setMyValues, 'my_values_too_long')
  await save.click()
  await expect.element(page.getByText(errors.my_values_too_long)).toBeVisible()
  await expect.element(valueOf('my name')).toHaveValue('Grace')
})

test('Changes made elsewhere are shown in a comparison, and overwritten only on request', async () => {
  await showForm()
  await valueOf('my name').fill('Grace')
  server.refuse(setMyValues, 'changed_elsewhere')
  stored = [{ name: 'my name', value: 'Countess' }]
  await save.click()
  await expect.element(page.getByText(errors.changed_elsewhere)).toBeVisible()
  server.accept(setMyValues)
  await page.getByRole('button', { name: history.changed.compare }).click()
  await expect.element(page.getByRole('dialog').getByText(/Grace/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: history.changed.overwrite }).click()
  await expect.element(page.getByText(texts.saved, { exact: true })).toBeVisible()
  expect(server.sent).toHaveBeenLastCalledWith('my-values/set', {
    values: [{ name: 'my name', value: 'Grace' }],
  })
})

test('Text typed while the values are being saved is not lost', async () => {
  await showForm()
  await valueOf('my name').fill('Grace')
  const { promise, resolve } = Promise.withResolvers<void>()
  answering = promise
  await save.click()
  await valueOf('my name').fill('Grace Hopper')
  resolve()
  await expect.poll(() => server.sent).toHaveBeenCalledTimes(1)
  await save.click()
  await expect
    .poll(() => server.sent.mock.lastCall)
    .toEqual([
      'my-values/set',
      {
        values: [{ name: 'my name', value: 'Grace Hopper' }],
        former: [{ name: 'my name', value: 'Grace' }],
      },
    ])
})

test('Values that failed to load cannot be overwritten', async () => {
  server.break(getMyValues)
  await showForm()
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.loadFailed)
  await expect.element(save).not.toBeInTheDocument()
  server.accept(getMyValues)
  await page.getByRole('button', { name: texts.retry }).click()
  await expect.element(valueOf('my name')).toHaveValue('Ada')
})
