import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import prompt from '#languages/en/prompt.json' with { type: 'json' }
import { toStoredForm } from '#contract/variables/variables.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FillIn } from './fill-in.tsx'

const body = 'Dear {name},\n\tthank you for {reason}.\n{name}, {"json": {{x}}}'
const copyButton = page.getByRole('button', { name: prompt.fillIn.copy })

beforeEach(() => page.viewport(1280, 800))

test('Three values and Enter copy the finished prompt, byte for byte', async () => {
  await show(<FillIn body={'{a} and {b}\n\t{c} '} autoFocus />, 'prompt')
  await userEvent.keyboard('one{Enter}two{Enter}three{Enter}')
  await expect.element(copyButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => navigator.clipboard.readText()).toBe('one and two\n\tthree ')
})

test.each([
  ['Enter on the button', () => userEvent.keyboard('{Enter}'), true],
  ['Ctrl+Enter', () => userEvent.keyboard('{Control>}{Enter}{/Control}'), true],
  ['a press', () => copyButton.click(), false],
])('A copy by %s is reported as made by keyboard or not', async (_, copy, isByKey) => {
  const onCopied = vi.fn()
  await show(<FillIn body="Announce" autoFocus onCopied={onCopied} />, 'prompt')
  copyButton.element().focus()
  await copy()
  await expect.poll(() => onCopied.mock.lastCall).toEqual([new Map(), isByKey])
})

test('A value is filled in wherever its variable occurs', async () => {
  await show(<FillIn body={body} />, 'prompt')
  await page.getByRole('textbox', { name: 'name' }).first().fill('Ada')
  await copyButton.click()
  await expect
    .poll(() => navigator.clipboard.readText())
    .toBe('Dear Ada,\n\tthank you for {reason}.\nAda, {"json": {{x}}}')
})

test('A press of the copy button counts even if the last value arrives before its release', async () => {
  await show(<FillIn body="Dear {name}" />, 'prompt')
  const field = page.getByRole('textbox', { name: 'name' }).element() as HTMLTextAreaElement
  // As hydration does, which a press on the button completes at once.
  const fill = () => {
    field.value = 'Ada'
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  copyButton.element().addEventListener('mousedown', fill, { once: true })
  await copyButton.click()
  await expect.poll(() => navigator.clipboard.readText()).toBe('Dear Ada')
})

test('Values are never parsed for variables', async () => {
  await show(<FillIn body="{first} {second}" />, 'prompt')
  await page.getByRole('textbox', { name: 'first' }).fill('{second} <b>')
  await page.getByRole('textbox', { name: 'second' }).fill('{first}')
  await copyButton.click()
  await expect.poll(() => navigator.clipboard.readText()).toBe('{second} <b> {first}')
})

test('Shift+Enter inserts a line break in a value, and Enter moves on', async () => {
  await show(<FillIn body="{first} {second}" autoFocus />, 'prompt')
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'second' })).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: 'first' })).toHaveValue('one\ntwo')
})

test('A field reached by Enter is selected, ready to be overwritten', async () => {
  const firstValues = new Map([['second', 'former']])
  await show(<FillIn body="{first} {second}" autoFocus firstValues={firstValues} />, 'prompt')
  await userEvent.keyboard('one{Enter}new')
  await expect.element(page.getByRole('textbox', { name: 'second' })).toHaveValue('new')
})

test('Values are reported as uncopied until they are copied', async () => {
  const onUncopied = vi.fn()
  await show(<FillIn body="{name}" onUncopied={onUncopied} />, 'prompt')
  await page.getByRole('textbox', { name: 'name' }).fill('Ada')
  expect(onUncopied).toHaveBeenLastCalledWith(new Map([['name', 'Ada']]))
  await copyButton.click()
  await expect.poll(() => onUncopied.mock.lastCall).toEqual([undefined])
})

test('Values that are being copied do not count as uncopied, unless the copy fails', async () => {
  const written = Promise.withResolvers<void>()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(written.promise)
  const select = vi.spyOn(document, 'execCommand').mockReturnValue(false)
  onTestFinished(() => [write, select].forEach((spy) => spy.mockRestore()))
  const onUncopied = vi.fn()
  await show(<FillIn body="{name}" onUncopied={onUncopied} />, 'prompt')
  await page.getByRole('textbox', { name: 'name' }).fill('Ada')
  await copyButton.click()
  expect(onUncopied).toHaveBeenLastCalledWith(undefined)
  written.reject(new Error('rejected'))
  await expect.poll(() => onUncopied.mock.lastCall).toEqual([new Map([['name', 'Ada']])])
})

test('A copy is confirmed by its button and to screen readers, and by no toast', async () => {
  await show(<FillIn body="Announce it." />, 'prompt')
  await copyButton.click()
  const copied = page.getByRole('button', { name: prompt.fillIn.justCopied })
  await expect.element(copied).toBeVisible()
  await expect.element(page.getByText(prompt.fillIn.copied)).toBeVisible()
  // The toast of the previous test may still be shown.
  const toast = page.getByRole('alert').filter({ hasText: prompt.fillIn.copied })
  await expect.element(toast).not.toBeInTheDocument()
})

test('On a phone, the copy button counts the empty variables', async () => {
  await page.viewport(375, 720)
  await show(<FillIn body="{a} {b}" />, 'prompt')
  await page.getByRole('textbox', { name: 'a' }).fill('1')
  await expect.element(page.getByRole('button', { name: 'Copy · 1 empty' })).toBeVisible()
})

test('Variables that are still empty are listed after the copy', async () => {
  await show(<FillIn body="{a} {b} {c} {d} {e}" />, 'prompt')
  await page.getByRole('textbox', { name: 'a' }).fill('1')
  await copyButton.click()
  await expect.element(page.getByText('Still empty: b, c, d and 1 more')).toBeVisible()
})

/** Shows a prompt in a scrolling dialog, as the library does. */
async function showInDialog(text: string) {
  await show(
    <Dialog open size="large" title="Rules" onCloseRequest={vi.fn()}>
      <FillIn body={toStoredForm(text)} autoFocus />
    </Dialog>,
    'prompt',
  )
}

const long = `${'A line of the rules.\n'.repeat(60)}Announce {product} to {audience}.`
const product = page.getByRole('textbox', { name: 'product' })
const firstGap = page.getByRole('button', { name: prompt.fillIn.firstGap })

test('A prompt whose first gap is on screen opens with the focus in it, and no button', async () => {
  await showInDialog(`Announce {product}.\n${long}`)
  await expect.element(product.first()).toHaveFocus()
  await expect.element(firstGap).not.toBeInTheDocument()
})

test.each([
  ['Enter', () => userEvent.keyboard('{Enter}'), ''],
  ['its button', () => firstGap.click(), ''],
  ['typing', () => userEvent.keyboard('Lumen'), 'Lumen'],
])(
  'In a long prompt, the first variable below the visible part is reached by %s',
  async (_, go, value) => {
    await showInDialog(long)
    await expect.element(firstGap).toBeInViewport({ ratio: 1 })
    await expect.element(product).not.toBeInViewport()
    await go()
    await expect.element(product).toHaveFocus()
    await expect.element(product).toHaveValue(value)
    await expect.element(product).toBeInViewport({ ratio: 1 })
    await expect.element(firstGap).not.toBeInTheDocument()
  },
)
