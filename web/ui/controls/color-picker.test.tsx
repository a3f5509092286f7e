import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { palette } from '#contract/core/colors.ts'
import library from '#languages/en/library.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { ColorPicker } from './color-picker.tsx'

const names = palette.map((color) => library.colors[color])
const swatch = (name: string) => page.getByRole('radio', { name, exact: true })

function Picker({ first }: { first: string }) {
  const [color, setColor] = useState(first)
  return <ColorPicker label="Colour" names={names} color={color} onChange={setColor} />
}

test('A colour picker offers the palette by name, with the current colour checked', async () => {
  await show(<Picker first="6A0572" />)
  await expect.element(page.getByRole('group', { name: 'Colour' })).toBeVisible()
  for (const name of names) await expect.element(swatch(name)).toBeInTheDocument()
  expect(page.getByRole('radio').elements()).toHaveLength(15)
  await expect.element(swatch('Plum')).toBeChecked()
})

test('The arrow keys choose the next colour', async () => {
  await show(<Picker first="6A0572" />)
  await userEvent.tab()
  await expect.element(swatch('Plum')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(swatch('Ink')).toBeChecked()
  await expect.element(swatch('Plum')).not.toBeChecked()
})

test('A colour outside the palette is offered last, by its hex digits', async () => {
  await show(<Picker first="123abc" />)
  expect(page.getByRole('radio').elements()).toHaveLength(16)
  await expect.element(swatch('#123abc')).toBeChecked()
})

test('A swatch has the background of a card in its colour', async () => {
  await show(<Picker first="2DB83D" />)
  const drawn = page.getByTitle('Green').element().querySelector('span')
  const card = document.createElement('div')
  card.style.background = ownerColor('2DB83D').ground
  document.body.append(card)
  expect(getComputedStyle(drawn ?? card).backgroundColor).toBe(
    getComputedStyle(card).backgroundColor,
  )
  card.remove()
})
