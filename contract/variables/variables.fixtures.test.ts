import { readFileSync } from 'node:fs'
import { parse as parseCsv } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { fillIn } from './fill-in.ts'
import { codeNames } from './variable-edits.ts'
import { parse, print, toPlainText, toStoredForm, variableNames } from './variables.ts'

const csv = readFileSync(new URL('../../tests/fixtures/prompts.csv', import.meta.url))
const prompts = parseCsv<{ act: string; prompt: string }>(csv, { columns: true })

it('are 1,282 prompts', () => expect(prompts).toHaveLength(1282))

it('keep every character when parsed, stored and edited', () => {
  for (const { prompt } of prompts) {
    expect(print(parse(prompt))).toBe(prompt)
    expect(toPlainText(toStoredForm(prompt))).toBe(prompt)
  }
})

it('are filled in where a naive pattern finds a variable, except in code', () => {
  const bracesOnOneLine = /\{([^<>{}\n\r\u2028\u2029]*)\}/g
  for (const { prompt } of prompts) {
    const names = new Set([...variableNames(prompt), ...codeNames(prompt)])
    const stored = toStoredForm(prompt, names)
    const expected = prompt.replaceAll(bracesOnOneLine, (braces, inside: string) =>
      inside.trim() === '' ? braces : 'x',
    )
    expect(fillIn(stored, new Map([...names].map((name) => [name, 'x'])))).toBe(expected)
  }
})
