import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import messages from '#languages/en/runs.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { Answer } from '#web/prompts/runs/answers/answer.tsx'
import type { LiveRun } from '#web/prompts/runs/live-runs.ts'

const done: LiveRun = {
  key: 'k',
  promptId: 'p',
  id: 'r',
  model: { id: 'm', connectionId: null, name: 'Model' },
  text: 'Announce tea.',
  values: [],
  answer: '',
  state: 'done',
  error: undefined,
  isCut: false,
  isStopping: false,
  isLost: false,
  reserved: 9,
  spent: 5,
  tokens: { input: 4, output: 450 },
}

/** Shows a form with values. */
function form(...values: [string, string][]) {
  const now = new Map(values)
  return { get: () => now, subscribe: () => () => {}, setAll: vi.fn() }
}

test.each([
  ['without any text', {}, messages.nothing],
  ['that used all its tokens for thinking', { isCut: true }, messages.thinkingOnly],
  ['that was cut off', { isCut: true, answer: 'Tea is' }, messages.cut],
])('An answer %s shows only that message', async (_, change, text) => {
  await show(
    <Answer
      run={{ ...done, ...change }}
      filledIn={form()}
      onAgain={() => {}}
      onReconnect={() => {}}
      onSave={() => {}}
    />,
    'runs',
  )
  await expect.element(page.getByText(text)).toBeVisible()
  const { nothing, thinkingOnly, cut } = messages
  const shown = [nothing, thinkingOnly, cut].filter(
    (one) => page.getByText(one).elements().length > 0,
  )
  expect(shown).toEqual([text])
})

test('An answer shows its own values if the form has others, and can restore them', async () => {
  const values = [
    { name: 'topic', value: 'gravity' },
    { name: 'tone', value: 'warm' },
  ]
  const filledIn = form(['tone', 'warm'])
  await show(
    <Answer
      run={{ ...done, values, answer: 'It falls.' }}
      filledIn={filledIn}
      onAgain={() => {}}
      onReconnect={() => {}}
      onSave={() => {}}
    />,
    'runs',
  )
  await expect.element(page.getByText('topic: gravity')).toBeVisible()
  await expect.element(page.getByText('tone: warm')).not.toBeInTheDocument()
  await page.getByRole('button', { name: messages.useValues }).click()
  expect(filledIn.setAll).toHaveBeenCalledWith(
    new Map([
      ['topic', 'gravity'],
      ['tone', 'warm'],
    ]),
  )
})
