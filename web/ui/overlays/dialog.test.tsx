import { useEffect, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import library from '#languages/en/library.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { Dialog, DialogBody } from './dialog.tsx'
import { UnsavedQuestion } from '#web/api/unsaved-guard.tsx'

type RenameProps = { onSave?: () => void; mayClose?: boolean; takenOver?: boolean }

/** A button that opens a dialog with one field. */
function Rename({ onSave, mayClose = true, takenOver }: RenameProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog
        key={String(takenOver)}
        open={open}
        title="Rename"
        onCloseRequest={() => {
          if (mayClose) setOpen(false)
        }}
        onSaveKey={() => onSave?.()}
      >
        <DialogBody>
          <input aria-label="Name" data-autofocus defaultValue="Launch" />
        </DialogBody>
      </Dialog>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Open' })
const field = page.getByRole('textbox', { name: 'Name' })
const dialog = page.getByRole('dialog', { name: 'Rename' })

test('A dialog opens with the cursor at the end of its first field', async () => {
  await show(<Rename />)
  await opener.click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('ed')
  await expect.element(field).toHaveValue('Launched')
})

test.each(['Escape', 'the close button', 'a press outside'])(
  'A dialog is closed by %s, and returns the focus to its opener',
  async (way) => {
    await show(<Rename />)
    await opener.click()
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else if (way === 'the close button') await page.getByRole('button', { name: 'Close' }).click()
    else
      await page
        .elementLocator(document.documentElement)
        .click({ position: { x: 5, y: 5 }, force: true })
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

test('A dialog that replaces an open one returns the focus to the same opener', async () => {
  const { rerender } = await show(<Rename takenOver={false} />)
  await opener.click()
  await rerender(<Rename takenOver />)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
})

test('Keys reach an open dialog when nothing has the focus', async () => {
  await show(<Rename />)
  await opener.click()
  await expect.element(field).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(field).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

function Vanishing() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <Dialog open title="Rename" onCloseRequest={() => {}}>
      <DialogBody>
        {isLoaded ? <p>Loaded</p> : <button onClick={() => setLoaded(true)}>Load</button>}
      </DialogBody>
    </Dialog>
  )
}

test('An open dialog keeps the focus when the focused element is removed', async () => {
  await show(<Vanishing />)
  await page.getByRole('button', { name: 'Load' }).click()
  await expect.element(page.getByText('Loaded')).toBeVisible()
  expect(document.activeElement?.closest('dialog')).toBe(dialog.element())
})

/** A dialog with a field that is removed on blur. */
function Leaving() {
  const [isThere, setThere] = useState(true)
  return (
    <Dialog open title="Rename" onCloseRequest={() => {}}>
      <DialogBody>
        {isThere && <input aria-label="Short name" onBlur={() => setThere(false)} />}
        <input aria-label="Text" />
      </DialogBody>
    </Dialog>
  )
}

test('Tab moves from a field that is removed on blur to the next one', async () => {
  await show(<Leaving />)
  await page.getByLabelText('Short name').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('Text')).toHaveFocus()
})

test('A dialog whose owner does not close it stays open, however often Escape is pressed', async () => {
  await show(<Rename mayClose={false} />)
  await opener.click()
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(field).toHaveFocus()
})

test('Ctrl+Enter saves from any field of a dialog', async () => {
  const onSave = vi.fn()
  await show(<Rename onSave={onSave} />)
  await opener.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSave).toHaveBeenCalledOnce()
})

test('A text selection that ends outside of a dialog does not close it', async () => {
  await show(<Rename />)
  await opener.click()
  await userEvent.dragAndDrop(field, document.body, { targetPosition: { x: 5, y: 5 } })
  await expect.element(field).toBeVisible()
})

test('The field of a loading dialog is named, and stays for a moment after its content has the focus', async () => {
  const { rerender } = await show(<Coming isComing />)
  const loading = page.getByRole('textbox', { name: 'Loading Weekly report' })
  await expect.element(loading).toHaveFocus()
  await userEvent.keyboard('mail')
  const element = loading.element()
  await rerender(<Coming isComing={false} />)
  const topic = page.getByRole('textbox', { name: 'topic' })
  await expect.element(topic).toHaveFocus()
  await expect.element(topic).toHaveValue('mail')
  // Otherwise, screen readers that ask for the field miss the next one.
  expect(element.isConnected).toBe(true)
  expect(element).toHaveProperty('tabIndex', -1)
  expect(element).toHaveValue('')
  await expect.element(loading).not.toBeInTheDocument()
})

test('Clicking a button that does nothing yet keeps the text typed into a loading dialog', async () => {
  const { rerender } = await show(<Coming isComing />)
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('ma')
  await page.getByRole('button', { name: 'Copy' }).click({ force: true })
  await userEvent.keyboard('il')
  await rerender(<Coming isComing={false} />)
  const topic = page.getByRole('textbox', { name: 'topic' })
  await expect.element(topic).toHaveValue('mail')
})

function Coming({ isComing }: { isComing: boolean }) {
  return (
    <Dialog open isComing={isComing} title="Weekly report" onCloseRequest={() => {}}>
      <DialogBody>{!isComing && <Topic />}</DialogBody>
      <button disabled={isComing}>Copy</button>
    </Dialog>
  )
}

/** A field that takes the focus itself. */
function Topic() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return <input ref={field} aria-label="topic" />
}

function Leave() {
  const [state, setState] = useState<'blocked' | 'unblocked'>('unblocked')
  return (
    <Dialog open title="Rename" onCloseRequest={() => setState('blocked')}>
      <UnsavedQuestion blocker={{ state }} />
    </Dialog>
  )
}

test('A question is an alert described by its text, also above another dialog', async () => {
  await show(<UnsavedQuestion blocker={{ state: 'blocked' }} />, 'library')
  const name = library.discard.title
  const alone = page.getByRole('alertdialog', { name })
  await expect.element(alone).toHaveAccessibleDescription(library.discard.text)
  await cleanup()
  await show(<Leave />)
  await userEvent.keyboard('{Escape}')
  const above = page.getByRole('alertdialog', { name })
  await expect.element(above).toHaveAccessibleDescription(library.discard.text)
})
