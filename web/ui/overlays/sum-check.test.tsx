import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { isSolved, SumCheck, useSum, type Sum } from './sum-check.tsx'

const field = page.getByRole('textbox', { name: 'What is 12 + 7?' })
const wrong = page.getByText('Wrong')
const submit = page.getByRole('button', { name: 'Delete' })

function Question() {
  const [sum, setSum] = useState<Sum>({ first: 12, second: 7, answer: '' })
  return (
    <>
      <SumCheck
        sum={sum}
        label={`What is ${sum.first} + ${sum.second}?`}
        wrong="Wrong"
        onChange={setSum}
      />
      <button disabled={!isSolved(sum)}>Delete</button>
    </>
  )
}

beforeEach(async () => {
  await show(<Question />)
})

test('A wrong answer is reported on Enter, until it is corrected', async () => {
  await field.fill('20')
  await expect.element(wrong).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription('Wrong')
  await expect.element(submit).toBeDisabled()
  await field.fill('19')
  await expect.element(wrong).not.toBeInTheDocument()
  await expect.element(submit).toBeEnabled()
})

test('A wrong answer is reported when the focus leaves the field', async () => {
  await field.fill('1')
  await userEvent.tab()
  await expect.element(wrong).toBeVisible()
})

test('An empty field is not reported when the focus leaves it', async () => {
  await field.click()
  await userEvent.tab()
  await expect.element(wrong).not.toBeInTheDocument()
})

test.each(['', ' ', '12', '127', '19x', '1.9e1 1'])('“%s” does not solve 12 + 7', (answer) => {
  expect(isSolved({ first: 12, second: 7, answer })).toBe(false)
})

test('Each question has its own sum of two numbers from 1 to 20', async () => {
  const sums: Sum[] = []
  function Collect() {
    sums.push(useSum()[0])
    return null
  }
  await show(Array.from({ length: 50 }, (_, at) => <Collect key={at} />))
  for (const { first, second } of sums) {
    for (const number of [first, second]) {
      expect(number).toBeGreaterThanOrEqual(1)
      expect(number).toBeLessThanOrEqual(20)
    }
  }
  expect(new Set(sums.map(({ first, second }) => `${first} + ${second}`)).size).toBeGreaterThan(1)
})
