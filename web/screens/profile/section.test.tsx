import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { Section } from './section.tsx'

const row = (name: string) => page.getByRole('button', { name })

function Devices() {
  const [names, setNames] = useState(['Phone', 'Laptop', 'Tablet'])
  if (names.length === 0) return null
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button onClick={() => setNames(names.filter((one) => one !== name))}>{name}</button>
        </li>
      ))}
    </ul>
  )
}

test('After a removal by keyboard, the focus moves to the neighbour, and finally to the heading', async () => {
  await show(
    <Section title="Devices">
      <Devices />
    </Section>,
  )
  row('Laptop').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('Tablet')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('Phone')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Devices' })).toHaveFocus()
})

test('A part that is removed without having the focus does not move it', async () => {
  await show(
    <>
      <Section title="Devices">
        <Devices />
      </Section>
      <input aria-label="Search" />
    </>,
  )
  const search = page.getByRole('textbox', { name: 'Search' })
  await row('Phone').click()
  await search.click()
  document.querySelector('li button')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => document.querySelectorAll('li').length).toBe(1)
  await expect.element(search).toHaveFocus()
})

test('A click on the page leaves a part, too', async () => {
  await show(
    <>
      <Section title="Devices">
        <Devices />
      </Section>
      <p>Nothing to press</p>
    </>,
  )
  row('Phone').element().focus()
  await page.getByText('Nothing to press').click()
  row('Phone')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(row('Phone')).not.toBeInTheDocument()
  expect(document.activeElement).toBe(document.body)
})
