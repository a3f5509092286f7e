import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { valueCalls } from '#contract/variables/values.ts'
import values from '#languages/en/values.json' with { type: 'json' }
import { serve } from '#tests/support/show-at-server.tsx'
import { show } from '#tests/support/show.tsx'
import { eraseAccountStorage, setStorageOwner } from '#web/api/account-storage.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { createStore } from '#web/ui/store.ts'
import { myValuesQuery } from './get-my-values.ts'
import { keepLastValues, readLastValues } from './last-values.ts'
import { ValueTools } from './value-tools.tsx'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const usual: ValueSet = { name: 'Usual', values: [{ name: 'topic', value: 'rain' }] }
let server: ReturnType<typeof serve>
const menu = page.getByRole('button', { name: values.sets })
const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
const last = page.getByRole('menuitemradio', { name: values.last, exact: true })
const set = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
const nameField = page.getByRole('textbox', { name: values.name })

beforeEach(async () => {
  await page.viewport(1280, 800)
  setStorageOwner('ada')
  server = serve()
  await loadMessages('errors')
})

afterEach(() => {
  eraseAccountStorage()
  vi.restoreAllMocks()
})

type Shown = {
  body?: string
  typed?: [string, string][]
  own?: [string, string][]
  defaults?: [string, string][]
  valueSets?: ValueSet[]
  isInAccount?: boolean
}

/** Shows the tools in a dialog, and returns the values filled in. */
async function showTools(shown: Shown = {}) {
  const { body = '{topic} {tone}', typed = [], own = [], defaults = [], valueSets = [] } = shown
  const client = new QueryClient()
  client.setQueryData(myValuesQuery.queryKey, {
    values: [],
    keepsLastValues: shown.isInAccount ?? false,
  })
  const { get, set, subscribe } = createStore<ReadonlyMap<string, string>>(new Map(typed))
  const onKept = vi.fn()
  const onClose = vi.fn()
  const setAll = (more: ReadonlyMap<string, string | undefined>) => {
    const all = [...new Map([...get(), ...more])]
    set(new Map(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))))
  }
  await show(
    <QueryClientProvider client={client}>
      <Dialog open title="Poem" onCloseRequest={onClose}>
        <ValueTools
          prompt={{ id, prompt: body, variables: [{ name: 'json', kind: 'literal' }], valueSets }}
          last={readLastValues(id)}
          values={{ get, subscribe, setAll }}
          ownValues={new Map(own)}
          writing={{ locale: 'en-GB', today: '2026-11-28' }}
          withDefaults={(current) => new Map([...defaults, ...current])}
          hasTyped={() => typed.length > 0}
          onKept={onKept}
        />
      </Dialog>
    </QueryClientProvider>,
    'values',
  )
  return { get, setAll, onKept, onClose }
}

test('A prompt without variables offers no values, whatever is stored', async () => {
  keepLastValues(id, new Map([['topic', 'rain']]))
  await showTools({ body: 'Plain {json}', valueSets: [usual] })
  await expect.element(last).not.toBeInTheDocument()
  await expect.element(menu).not.toBeInTheDocument()
})

test('Only the menu fills in last values, and only for names that the prompt still has', async () => {
  keepLastValues(id, new Map([...new Map([['topic', 'rain']]), ['gone', 'x'], ['json', 'y']]))
  const { get, onKept } = await showTools({ typed: [['tone', 'dry']] })
  await menu.click()
  expect(get()).toEqual(new Map([['tone', 'dry']]))
  await last.click()
  expect(get()).toEqual(new Map([['topic', 'rain']]))
  expect(onKept).toHaveBeenCalledOnce()
  await expect
    .element(page.getByRole('button', { name: `${values.sets}: ${values.last}` }))
    .toBeVisible()
})

const iconOf = (name: string) =>
  page.getByRole('button', { name }).element().querySelector('svg')?.classList.value

test('On a phone, the button has the same icon with and without values, because the name has no room', async () => {
  await page.viewport(375, 720)
  keepLastValues(id, new Map([['topic', 'rain']]))
  const { setAll } = await showTools()
  const before = iconOf(values.sets)
  setAll(new Map([['topic', 'rain']]))
  const filledIn = `${values.sets}: ${values.last}`
  await expect.element(page.getByRole('button', { name: filledIn })).toBeVisible()
  expect(iconOf(filledIn)).toBe(before)
})

test('Keeping last values in the account is offered once, and moves the browser’s values there', async () => {
  keepLastValues('another prompt', new Map([['x', 'y']]))
  keepLastValues(id, new Map([['topic', 'rain']]))
  await showTools()
  await menu.click()
  await expect.element(page.getByText(values.keep.note)).toBeVisible()
  await entry(values.keep.account).click()
  await expect.element(page.getByText(values.keep.kept)).toBeVisible()
  expect(server.sent.mock.calls[0]).toEqual([
    'my-values/keep-last',
    {
      keepsLastValues: 1,
      lastValues: [
        { promptId: id, values: [{ name: 'topic', value: 'rain' }] },
        { promptId: 'another prompt', values: [{ name: 'x', value: 'y' }] },
      ],
    },
  ])
  expect(readLastValues(id)).toBeUndefined()
})

test('Keeping last values in the account is not offered if it already does', async () => {
  keepLastValues(id, new Map([['topic', 'rain']]))
  await showTools({ isInAccount: true })
  await menu.click()
  await expect.element(last).toBeVisible()
  await expect.element(entry(values.keep.account)).not.toBeInTheDocument()
})

test('Last values stay in this browser if the account cannot take them', async () => {
  keepLastValues(id, new Map([['topic', 'rain']]))
  server.refuse(valueCalls.keepLastValues, 'storage_full')
  await showTools()
  await menu.click()
  await entry(values.keep.account).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(readLastValues(id)).toEqual(new Map([['topic', 'rain']]))
})

test('Last values of names that have all left the text are not offered', async () => {
  keepLastValues(id, new Map([['gone', 'x']]))
  await showTools({ typed: [['topic', 'sun']] })
  await expect.element(menu).toBeVisible()
  await expect.element(last).not.toBeInTheDocument()
})

test('Undoing restores the typed values', async () => {
  const { get } = await showTools({ typed: [['topic', 'sun']], valueSets: [usual] })
  await menu.click()
  await set('Usual').click()
  expect(get()).toEqual(new Map([['topic', 'rain']]))
  await page.getByRole('button', { name: values.undo }).click()
  expect(get()).toEqual(new Map([['topic', 'sun']]))
})

test('A set clears variables that it does not contain, and undoing restores them', async () => {
  const typed: [string, string][] = [
    ['topic', 'sun'],
    ['tone', 'left over'],
    ['my name', 'Grace'],
  ]
  const body = '{topic} {tone} {my name}'
  const { get } = await showTools({ body, typed, own: [['my name', 'Ada']], valueSets: [usual] })
  await menu.click()
  await set('Usual').click()
  expect(Object.fromEntries(get())).toEqual({ topic: 'rain', 'my name': 'Ada' })
  await page.getByRole('button', { name: values.undo }).click()
  expect(get()).toEqual(new Map(typed))
})

test('A set contains the defaults on screen', async () => {
  await showTools({ typed: [['topic', 'sun']], defaults: [['tone', 'dry']] })
  await menu.click()
  await entry(values.save).click()
  await nameField.fill('Summer')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.sent.mock.lastCall?.[1])
    .toMatchObject({
      values: [
        { name: 'tone', value: 'dry' },
        { name: 'topic', value: 'sun' },
      ],
    })
})

test('Values are saved under a name, by keyboard alone', async () => {
  const { onKept, onClose } = await showTools({ typed: [['topic', ' sun\n']] })
  await menu.click()
  await expect.element(entry(values.save)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(nameField).toHaveFocus()
  await userEvent.keyboard(' Summer {Enter}')
  await expect.element(nameField).not.toBeInTheDocument()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('prompts/save-value-set', {
    promptId: id,
    name: 'Summer',
    values: [{ name: 'topic', value: ' sun\n' }],
    former: null,
  })
  expect(onKept).toHaveBeenCalledOnce()
  await expect.element(menu).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('A warning shows that the set with a taken name will be overwritten', async () => {
  await showTools({ typed: [['topic', 'sun']], valueSets: [usual] })
  await menu.click()
  await entry(values.save).click()
  await nameField.fill('Usual')
  await expect.element(page.getByText(/“Usual” already exists/)).toBeVisible()
  await page.getByRole('button', { name: values.replace }).click()
  await expect.element(nameField).not.toBeInTheDocument()
  await page.getByRole('button', { name: values.undo }).click()
  const sun = [{ name: 'topic', value: 'sun' }]
  await expect
    .poll(() => server.sent.mock.calls.map(([, input]) => input))
    .toEqual([
      { promptId: id, name: 'Usual', values: sun, former: usual.values },
      { promptId: id, ...usual, former: sun },
    ])
})

test('A set that cannot be saved shows the reason, and keeps its name', async () => {
  server.refuse(valueCalls.saveValueSet, 'value_set_limit_reached')
  await showTools({ typed: [['topic', 'sun']] })
  await menu.click()
  await entry(values.save).click()
  await nameField.fill('Summer')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert').getByText(/50 sets/)).toBeVisible()
  await expect.element(nameField).toHaveValue('Summer')
})

test('Escape closes the name field, then the menu, but not the dialog', async () => {
  const { onClose } = await showTools({ typed: [['topic', 'sun']], valueSets: [usual] })
  await menu.click()
  await entry(values.save).click()
  await expect.element(nameField).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(nameField).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(set('Usual')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(set('Usual')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('The button at the end of a set’s entry deletes it, and undoing saves it again', async () => {
  const { get } = await showTools({ valueSets: [usual] })
  await menu.click()
  await entry('Delete “Usual”').click()
  await page.getByRole('button', { name: values.undo }).click()
  await expect
    .poll(() => server.sent.mock.calls)
    .toEqual([
      ['prompts/delete-value-set', { promptId: id, name: 'Usual', former: usual.values }],
      ['prompts/save-value-set', { promptId: id, ...usual, former: null }],
    ])
  expect(get()).toEqual(new Map())
})

test('The pill shows which values are filled in, until one of them is changed', async () => {
  keepLastValues(id, new Map([['topic', 'wine']]))
  const { setAll } = await showTools({ valueSets: [usual] })
  await menu.click()
  await set('Usual').click()
  const pill = page.getByRole('button', { name: `${values.sets}: Usual`, exact: true })
  await pill.click()
  await expect.element(set('Usual')).toHaveAttribute('aria-checked', 'true')
  await expect.element(set(values.last)).toHaveAttribute('aria-checked', 'false')
  await userEvent.keyboard('{Escape}')
  setAll(new Map([['topic', 'snow']]))
  await expect.element(pill).not.toBeInTheDocument()
  await expect.element(menu).toHaveTextContent(values.sets)
})

test('A chosen set with changes is overwritten by one click, and undoing restores it', async () => {
  const { setAll } = await showTools({ valueSets: [usual] })
  await menu.click()
  await set('Usual').click()
  setAll(new Map([['topic', 'snow']]))
  await menu.click()
  await entry('Overwrite “Usual”').click()
  await page.getByRole('button', { name: values.undo }).click()
  const snow = [{ name: 'topic', value: 'snow' }]
  await expect
    .poll(() => server.sent.mock.calls.map(([, input]) => input))
    .toEqual([
      { promptId: id, name: 'Usual', values: snow, former: usual.values },
      { promptId: id, ...usual, former: snow },
    ])
})

const pasteEntry = values.pasted.entry
const pasteField = page.getByRole('textbox', { name: values.pasted.label })
const fillInButton = page.getByRole('button', { name: values.pasted.submit })

test('Pasted JSON fills in all variables at once, by keyboard alone, and undoing restores them', async () => {
  const { get, onClose } = await showTools({ typed: [['tone', 'dry']] })
  await menu.click()
  await entry(pasteEntry).click()
  await expect.element(pasteField).toHaveFocus()
  await pasteField.fill('{"Topic": "rain\\nand snow", "tone": "warm", "mood": 1}')
  const note = 'Fills in: topic, tone · Not in this prompt: mood'
  await expect.element(page.getByText(note)).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(pasteField).not.toBeInTheDocument()
  expect(Object.fromEntries(get())).toEqual({ topic: 'rain\nand snow', tone: 'warm' })
  await page.getByRole('button', { name: values.undo }).click()
  expect(Object.fromEntries(get())).toEqual({ tone: 'dry' })
  expect(onClose).not.toHaveBeenCalled()
})

test('A text without values fills in nothing and shows why, and Escape closes only its form', async () => {
  const { get, onClose } = await showTools()
  await menu.click()
  await entry(pasteEntry).click()
  await pasteField.fill('{"topic": rain}')
  await expect.element(page.getByText(values.pasted.notJson)).toBeVisible()
  await expect.element(fillInButton).toBeDisabled()
  await pasteField.fill('{"mood": "x"}')
  await expect.element(page.getByText(values.pasted.none)).toBeVisible()
  // Filled in by the browser, so long a text takes seconds.
  const field = pasteField.element() as HTMLTextAreaElement
  field.setRangeText('rain '.repeat(100_001), 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => document.body.innerText).toContain('at most 500,000 characters')
  await userEvent.keyboard('{Escape}')
  await expect.element(pasteField).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  expect([get(), onClose.mock.calls]).toEqual([new Map(), []])
})

test('A single variable needs no table, and one without a text takes no file', async () => {
  await showTools({ body: '{topic}' })
  await menu.click()
  await expect.element(entry(values.file.insert)).toBeVisible()
  await expect.element(entry(pasteEntry)).not.toBeInTheDocument()
})
