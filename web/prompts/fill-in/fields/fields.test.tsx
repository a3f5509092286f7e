import { use } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import prompt from '#languages/en/prompt.json' with { type: 'json' }
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { switchLanguage } from '#web/ui/messages/messages.ts'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { FillInText } from '#web/prompts/fill-in/fill-in-text.tsx'
import { FillInContext, useFillInState } from '#web/prompts/fill-in/fill-in-settings.ts'

const copyButton = page.getByRole('button', { name: prompt.fillIn.copy })
const variable = (name: string) => document.querySelector(`[data-variable="${name}"]`)
const shownText = (name: string) =>
  variable(name)?.querySelector<HTMLElement>('[data-text]')?.dataset['text']
const clipboard = () => navigator.clipboard.readText()

// Wide enough that a toast covers none of the fields.
beforeEach(() => page.viewport(1280, 800))

const tones = [{ value: 'warm and short', label: 'Warm' }, { value: 'dry' }]
const kinds: VariableSetting[] = [
  { name: 'name', kind: 'text', required: true },
  { name: 'letter', kind: 'long' },
  { name: 'tone', kind: 'choice', options: tones, open: true },
  { name: 'pages', kind: 'number', min: 1, max: 10, step: 1 },
  { name: 'day', kind: 'date', default: '2026-11-22' },
  { name: 'examples', kind: 'switch', on: 'Give examples.', off: '' },
  { name: 'more', kind: 'text', whenEmpty: 'nothing' },
  { name: 'code', kind: 'literal' },
  { name: 'new', kind: 'of a later release' },
]
const body =
  '{name}: {letter}\n{tone}, {pages} pages, {day}\n{examples}\n{more}\n{code} {new}, {name}'

test('Every kind can be filled in by keyboard alone', async () => {
  await show(<FillIn body={body} variables={kinds} autoFocus />, 'prompt')
  await userEvent.keyboard('Ada{Enter}')
  await userEvent.keyboard('Dear all,{Enter}bye{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'tone' })).toHaveFocus()
  await userEvent.keyboard('w{Enter}')
  await userEvent.keyboard('3{Enter}')
  await expect.element(page.getByLabelText('day', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter} {Enter}')
  await expect.element(page.getByRole('switch', { name: 'examples' })).toBeChecked()
  await userEvent.keyboard('{Enter}later{Enter}')
  await expect.element(copyButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(clipboard)
    .toBe(
      'Ada: Dear all,\nbye\nwarm and short, 3 pages, 22 November 2026\nGive examples.\n{code} later, Ada',
    )
})

test('The copied text is the text shown', async () => {
  await show(<FillIn body={body} variables={kinds} />, 'prompt')
  expect(shownText('day')).toBe('22 November 2026')
  await page.getByRole('combobox', { name: 'tone' }).selectOptions('Warm')
  await expect.poll(() => shownText('tone')).toBe('warm and short')
  await page.getByRole('spinbutton', { name: 'pages' }).fill('2')
  await expect.poll(() => shownText('pages')).toBe('2')
  await page.getByLabelText('day', { exact: true }).fill('2027-01-05')
  await expect.poll(() => shownText('day')).toBe('5 January 2027')
})

test('A date starts with today, and a cleared value has no default', async () => {
  const settings = [
    { name: 'day', kind: 'date', format: 'iso' },
    { name: 'topic', kind: 'text', default: 'rain' },
  ]
  await show(<FillIn body="{day}: {topic}" variables={settings} />, 'prompt')
  await copyButton.click()
  await expect.poll(clipboard).toMatch(/^\d{4}-\d\d-\d\d: rain$/)
  await page.getByRole('textbox', { name: 'topic' }).fill('')
  await copyButton.click()
  await expect.poll(clipboard).toMatch(/: \{topic\}$/)
})

test('An open choice accepts any other text in place, and can return to the list', async () => {
  await show(<FillIn body="In a {tone} tone" variables={kinds} />, 'prompt')
  await page.getByRole('combobox', { name: 'tone' }).selectOptions(prompt.fillIn.other)
  await expect.element(page.getByRole('textbox', { name: 'tone' })).toHaveFocus()
  // While being typed, it equals an option.
  await userEvent.keyboard('dry but kind')
  await copyButton.click()
  await expect.poll(clipboard).toBe('In a dry but kind tone')
  await page.getByRole('button', { name: /tone/ }).click()
  await expect.element(page.getByRole('combobox', { name: 'tone' })).toHaveFocus()
  await userEvent.keyboard('d')
  await copyButton.click()
  await expect.poll(clipboard).toBe('In a dry tone')
})

test('Stepping past “Other…” in a closed list keeps the list until Enter', async () => {
  await show(<FillIn body="In a {tone} tone" variables={kinds} autoFocus />, 'prompt')
  const list = page.getByRole('combobox', { name: 'tone' })
  await userEvent.keyboard('O')
  await expect.element(list).toHaveFocus()
  await expect.element(page.getByText('Other…')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(list).toHaveValue('dry')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'tone' })).toHaveFocus()
})

test('Copying lists the required variables once, and focuses the first', async () => {
  const settings = ['tone', 'audience'].map((name) => ({ name, kind: 'text', required: true }))
  window.focus()
  await navigator.clipboard.writeText('before')
  await show(<FillIn body="{topic} {tone} {audience}" variables={settings} />, 'prompt')
  const tone = page.getByRole('textbox', { name: 'tone' })
  await expect.element(tone).not.toHaveAttribute('aria-invalid')
  await copyButton.click()
  await expect.element(tone).toHaveFocus()
  await expect.element(tone).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(page.getByRole('textbox', { name: 'topic' }))
    .not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByText('Required: tone, audience')).toBeVisible()
  await userEvent.keyboard('dry')
  await expect.element(page.getByText('Required: audience')).toBeVisible()
  await expect.element(tone).not.toHaveAttribute('aria-invalid')
  expect(await clipboard()).toBe('before')
  await page.getByRole('textbox', { name: 'audience' }).fill('all')
  await expect.element(page.getByText(/Required/)).not.toBeInTheDocument()
  await copyButton.click()
  await expect.poll(clipboard).toBe('{topic} dry all')
})

test.each([
  ['12', 'pages must be a number from 1 to 10.'],
  ['0', 'pages must be a number from 1 to 10.'],
  ['2.5', 'pages must be a whole number.'],
  ['1e', 'pages must be a number from 1 to 10.'],
  ['ten', 'pages must be a number from 1 to 10.'],
])('A number is validated: %s', async (typed, problem) => {
  await show(<FillIn body="{pages} pages" variables={kinds} />, 'prompt')
  const field = page.getByRole('spinbutton', { name: 'pages' })
  await field.click()
  await userEvent.keyboard(`${typed}{Control>}{Enter}{/Control}`)
  await expect.element(page.getByText(problem)).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveValue(typed)
  await field.fill('3')
  await expect.element(page.getByText(problem)).not.toBeInTheDocument()
})

const price: VariableSetting[] = [{ name: 'price', kind: 'number', min: -2, max: 2000, step: 0.5 }]

test.each([
  ['en', '1,5', '1.5'],
  ['en', '1 000', '1000'],
  ['en', '1,000.5', '1000.5'],
  ['de', '1,5', '1,5'],
  ['de', '1.5', '1,5'],
  ['de', '1.000,5', '1000,5'],
] as const)('In the language %s, %s is copied as %s', async (language, typed, copied) => {
  await switchLanguage(language)
  onTestFinished(() => switchLanguage('en'))
  const onCopied = vi.fn()
  await show(<FillIn body="n={price}" variables={price} onCopied={onCopied} autoFocus />, 'prompt')
  const field = page.getByRole('spinbutton', { name: 'price' })
  await userEvent.keyboard(typed)
  await expect.element(field).toHaveValue(typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue(copied)
  expect(shownText('price')).toBe(copied)
  await userEvent.keyboard('{Enter}')
  await expect.poll(clipboard).toBe(`n=${copied}`)
  const value = copied.replace(',', '.')
  expect(onCopied).toHaveBeenLastCalledWith(new Map([['price', value]]), true)
})

test('The arrow keys change a number by its step, within its limits', async () => {
  await show(<FillIn body="n={price}" variables={price} autoFocus />, 'prompt')
  const field = page.getByRole('spinbutton', { name: 'price' })
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(field).toHaveValue('1')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(field).toHaveValue('-0.5')
  await expect.element(field).toHaveAttribute('aria-valuenow', '-0.5')
  await field.fill('2000')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('2000')
  await field.fill('ten')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('ten')
})

test('A number among my values is parsed in the page’s language', async () => {
  await show(
    <FillIn body="n={price}" variables={price} myValues={new Map([['price', '1,5']])} />,
    'prompt',
  )
  const field = page.getByRole('spinbutton', { name: 'price' })
  await expect.element(field).toHaveValue('1.5')
  await expect.element(field).toHaveAccessibleDescription(prompt.fillIn.yourValue)
})

test('A switch shows its text at once, and a line that will be removed is dimmed', async () => {
  await show(<FillIn body={'{examples}\nend {examples}'} variables={kinds} />, 'prompt')
  const line = variable('examples')?.parentElement
  expect(line).toHaveAttribute('data-gone')
  await page.getByRole('switch', { name: 'examples' }).click()
  await expect.element(page.getByText('Give examples.').first()).toBeVisible()
  expect(line).not.toHaveAttribute('data-gone')
  await copyButton.click()
  await expect.poll(clipboard).toBe('Give examples.\nend Give examples.')
})

test('The help of the focused variable is shown, and is the description of its field', async () => {
  const settings = [{ name: 'topic', kind: 'text', help: 'In a word or two.' }]
  await show(<FillIn body="{topic} {other}" variables={settings} />, 'prompt')
  const field = page.getByRole('textbox', { name: 'topic' })
  await expect.element(field).toHaveAccessibleDescription('In a word or two.')
  await field.click()
  await expect.element(page.getByRole('contentinfo').getByText('In a word or two.')).toBeVisible()
  await page.getByRole('textbox', { name: 'other' }).click()
  await expect.element(page.getByText('0 of 2 filled in')).toBeVisible()
})

const mine = new Map([
  ['name', 'Ada'],
  ['pages', '99'],
  ['code', 'x'],
])

test('My values fill in variables with their names that accept them, and are marked until overwritten', async () => {
  const onUncopied = vi.fn()
  const first = new Map([['new', 'kept']])
  await show(
    <FillIn
      body={body}
      variables={kinds}
      myValues={mine}
      firstValues={first}
      onUncopied={onUncopied}
    />,
    'prompt',
  )
  const name = page.getByRole('textbox', { name: 'name' })
  await expect.element(name).toHaveValue('Ada')
  await expect.element(name).toHaveAccessibleDescription(prompt.fillIn.yourValue)
  await expect.element(page.getByRole('spinbutton', { name: 'pages' })).toHaveValue('')
  await expect.element(page.getByRole('textbox', { name: 'new' })).toHaveValue('kept')
  await name.fill('Grace')
  await expect.element(name).not.toHaveAccessibleDescription(prompt.fillIn.yourValue)
  expect(onUncopied).toHaveBeenLastCalledWith(
    new Map([
      ['name', 'Grace'],
      ['new', 'kept'],
    ]),
  )
})

test('Only values that differ from the first ones are uncopied', async () => {
  const onUncopied = vi.fn()
  const variables = [{ name: 'topic', kind: 'text', default: 'rain' }]
  await show(
    <FillIn body="{topic} {name}" {...{ variables, onUncopied }} myValues={mine} />,
    'prompt',
  )
  const topic = page.getByRole('textbox', { name: 'topic' })
  await topic.fill('snow')
  expect(onUncopied.mock.lastCall).not.toEqual([undefined])
  await topic.fill('rain')
  expect(onUncopied).toHaveBeenLastCalledWith(undefined)
})

function FillAll() {
  const { values } = use(FillInContext)
  const all = new Map([
    ['name', 'Grace'],
    ['letter', 'Dear\nall'],
    ['tone', 'like a song'],
    ['pages', '7'],
    ['day', '2030-02-03'],
    ['examples', 'on'],
  ])
  return (
    <button type="button" onClick={() => values.setAll(all)}>
      Fill all
    </button>
  )
}

test('Values set by a program are shown in their fields, and copied', async () => {
  const onCopied = vi.fn()
  await show(
    <FillIn body={body} variables={kinds} tools={<FillAll />} onCopied={onCopied} />,
    'prompt',
  )
  await page.getByRole('textbox', { name: 'name' }).fill('Ada')
  await page.getByRole('button', { name: 'Fill all' }).click()
  await expect.element(page.getByRole('textbox', { name: 'name' })).toHaveValue('Grace')
  await expect.element(page.getByRole('textbox', { name: 'letter' })).toHaveValue('Dear\nall')
  await expect.element(page.getByRole('textbox', { name: 'tone' })).toHaveValue('like a song')
  await expect.element(page.getByRole('spinbutton', { name: 'pages' })).toHaveValue('7')
  await expect.element(page.getByLabelText('day', { exact: true })).toHaveValue('2030-02-03')
  await expect.element(page.getByRole('switch', { name: 'examples' })).toBeChecked()
  await copyButton.click()
  await expect
    .poll(clipboard)
    .toBe(
      'Grace: Dear\nall\nlike a song, 7 pages, 3 February 2030\nGive examples.\n{code} {new}, Grace',
    )
  expect(onCopied.mock.lastCall?.[0].get('name')).toBe('Grace')
})

function TextAlone() {
  return (
    <FillInContext value={useFillInState(kinds)}>
      <FillInText body="{tone} {examples}" />
    </FillInContext>
  )
}

test('A text can be shown alone, with its fields', async () => {
  await show(<TextAlone />, 'prompt')
  await expect.element(page.getByRole('combobox', { name: 'tone' })).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'examples' })).toBeVisible()
})

const sentence = 'Explain {topic} so that {person} gets it ({tone}), and close with {person}.'
const longValues = [
  'my grandmother, who never had an account for shares and does not want one either',
  'a b '.repeat(40),
  'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenversicherungsbeitrag',
  'one line\nand another one, which is so long that it does not fit on a line of this text',
  '\n\nat the end a space and the beginning empty ',
  'مرحبا يا جدتي العزيزة التي لا تريد أسهما',
]

test.each(longValues)('A long value stays in its sentence while it is typed: %s', async (value) => {
  await show(<FillIn body={sentence} />, 'prompt')
  const form = document.querySelector<HTMLElement>('footer')?.parentElement
  const field = page.getByRole('textbox', { name: 'person' })
  const area = field.element() as HTMLTextAreaElement
  const copy = area.parentElement?.querySelector('[data-text]')
  for (const width of ['700px', '420px', '300px']) {
    form?.style.setProperty('width', width)
    await page.getByRole('textbox', { name: 'topic' }).click()
    const before = [...(copy?.getClientRects() ?? [])].length
    await field.click()
    await field.fill(value)
    // Two frames: a resize observer measures the line.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const lines = new Set([...(copy?.getClientRects() ?? [])].map(({ top }) => Math.round(top)))
    expect(area.scrollHeight).toBeLessThanOrEqual(area.clientHeight + 1)
    const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight)
    expect(Math.round(area.clientHeight / lineHeight)).toBe(lines.size)
    expect(before).toBeGreaterThan(0)
  }
})

test('A selection is copied with the texts of its variables, without removed lines', async () => {
  const text = 'By {day}, {tone}\n{examples}\n{code}, {name}'
  await show(<FillIn body={text} variables={kinds} />, 'prompt')
  const selected = variable('day')?.parentElement?.parentElement
  if (selected) document.getSelection()?.selectAllChildren(selected)
  const copied = new DataTransfer()
  selected?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, bubbles: true }))
  expect(copied.getData('text/plain')).toBe('By 22 November 2026, {tone}\n{code}, {name}')
})
