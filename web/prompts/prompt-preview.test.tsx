import { expect, test } from 'vitest'
import { show } from '#tests/support/show.tsx'
import { PromptPreview } from './prompt-preview.tsx'

const style = { width: 200, font: '14px monospace', unicodeBidi: 'plaintext' } as const

test('A tag in right-to-left text keeps its brackets, also if the line breaks within it', async () => {
  const preview = 'שלום {<b>name</b>} <b>bold</b> <img src=x onerror=alert(1)>'
  const screen = await show(
    <div data-testid="card" style={style}>
      <PromptPreview preview={preview} />
    </div>,
    'prompt',
  )
  const card = screen.getByTestId('card').element()
  const run = card.querySelector('bdi')
  const text = run?.firstChild
  if (!text) throw new Error('No run is isolated.')
  expect(text.textContent).toBe('<b>bold</b> <img src=x onerror=alert(1)>')
  const boxOf = (at: number) => {
    const range = new Range()
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect()
  }
  const second = boxOf(1)
  const first = boxOf(0)
  expect(first.top).toBe(second.top)
  expect(first.right).toBeLessThanOrEqual(second.left + 1)
  expect(card.textContent).toBe('שלום name <b>bold</b> <img src=x onerror=alert(1)>')
})
