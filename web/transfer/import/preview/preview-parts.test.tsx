import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import messages from '#languages/en/import.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import type { ColumnChoice } from '#contract/transfer/formats/format.ts'
import { readFiles } from '#web/transfer/reading/read-files.ts'
import type { Reading } from '#web/transfer/reading/reading.ts'
import { ProblemList } from './problem-list.tsx'
import { TableColumns } from './table-columns.tsx'

function read(files: File[], columns?: Record<string, ColumnChoice>): Promise<Reading> {
  const sources = files.map((file) => ({ path: file.name, file }))
  return readFiles(sources, { takeOver: true, ...(columns && { columns }) })
}

const poems = new File(['Poem,Write a poem about {topic}\nSong,Write a song'], 'poems.csv')

function Columns({ first }: { first: Reading }) {
  const [{ tables, library }, setReading] = useState(first)
  const choose = async (choice: ColumnChoice) =>
    setReading(await read([poems], { 'poems.csv': choice }))
  return (
    <>
      {tables.map((table) => (
        <TableColumns key={table.path} table={table} onChoose={(choice) => void choose(choice)} />
      ))}
      <output>{library.prompts.map(({ name }) => name).join(', ')}</output>
    </>
  )
}

test('A table whose first row may be a prompt loses no row, shows a notice, and can be read in the other way', async () => {
  await show(<Columns first={await read([poems])} />, 'import')
  const hasHeadings = page.getByRole('checkbox', { name: messages.columns.hasHeadings })
  await expect.element(hasHeadings).not.toBeChecked()
  await expect.element(page.getByRole('status')).toHaveTextContent('Poem, Song')
  await hasHeadings.click()
  await expect.element(page.getByRole('status')).not.toHaveTextContent('Poem')
  await expect.element(page.getByRole('status')).toHaveTextContent('Song')
  await expect.element(hasHeadings).toBeChecked()
})

test('Messages list losses first, and count pictures in one line', async () => {
  const pictures = Array.from({ length: 250 }, (_, at) => new File(['x'], `${at}.png`))
  const { problems } = await read([...pictures, new File(['{'], 'broken.json')])
  await show(<ProblemList problems={problems} />, 'import')
  await expect.element(page.getByText('2 notes on the files')).toBeVisible()
  const notes = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(notes).toEqual([
    'broken.json, line 1This JSON is incomplete or contains an error.',
    '250 files of an unsupported type were left out: .png',
  ])
})
