import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import messages from '#languages/en/runs.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { Answer } from '#web/runs/answers/answer.tsx'
import type { LiveRun } from '#web/runs/live-runs.ts'

const done: LiveRun = {
  key: 'k',
  promptId: 'p',
  id: 'r',
  model: { id: 'm', connectionId: null, name: 'Model' },
  text: 'Announce tea.',
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

test.each([
  ['without any text', {}, messages.nothing],
  ['that used up its tokens for thinking', { isCut: true }, messages.thinkingOnly],
  ['that is cut', { isCut: true, answer: 'Tea is' }, messages.cut],
])('An answer %s says so, and nothing else', async (_, change, text) => {
  await show(
    <Answer
      run={{ ...done, ...change }}
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
