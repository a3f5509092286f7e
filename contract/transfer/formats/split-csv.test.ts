import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitCsv } from './split-csv.ts'

const cell = fc
  .array(fc.constantFrom('a', ' ', ',', ';', '"', '\n', '公'))
  .map((all) => all.join(''))
const table = fc.array(fc.array(cell, { minLength: 1 }).filter((row) => row.join('') !== ''))

it('reads a table as it was written, with the line of each row', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`))
      const text = quoted.map((row) => `${row.join(delimiter)}\n`).join('')
      const read = [...splitCsv(text, delimiter)]
      expect(read.map(({ cells }) => cells)).toEqual(rows)
      expect(read.some(({ isBroken }) => isBroken)).toBe(false)
      const lines = text.split('\n')
      for (const { line, cells } of read) {
        expect(lines[line - 1]).toContain(cells[0]?.split('\n')[0]?.replaceAll('"', '""'))
      }
    }),
  )
})

it('keeps what a broken quote makes unclear', () => {
  const read = (text: string) =>
    [...splitCsv(text, ',')].map(({ cells, isBroken }) => [cells, isBroken])
  expect(read('"a"b,c"\nd')).toEqual([
    [['a"b,c'], true],
    [['d'], false],
  ])
  expect(read('a"b,c,\n"d')).toEqual([
    [['a"b', 'c', ''], false],
    [['d'], true],
  ])
})
