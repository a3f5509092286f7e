import { expect, test } from 'vitest'
import { firstValuesLength, readFirstValues } from './first-values.rules.ts'

const difficult = [
  { name: 'to"ne', value: 'a\\b "c"\n{"name":"x","value":"y"}' },
  { name: 'שם', value: '😀 \u0000 \u{d800}' },
  { name: '', value: '' },
]

test('the first three values are read from their JSON', () => {
  expect(readFirstValues(null)).toEqual([])
  expect(readFirstValues('[]')).toEqual([])
  expect(readFirstValues(JSON.stringify(difficult))).toEqual(difficult)
  expect(readFirstValues(JSON.stringify([...difficult, ...difficult]))).toEqual(difficult)
})

test('long values are shortened', () => {
  const [first] = readFirstValues(JSON.stringify([{ name: 'a', value: '😀'.repeat(70) }]))
  expect(first).toEqual({ name: 'a', value: `${'😀'.repeat(60)}…` })
})

test('a beginning of the JSON is enough, wherever it ends', () => {
  const json = JSON.stringify(difficult)
  for (let end = 0; end <= json.length; end++) {
    const read = readFirstValues(json.slice(0, end))
    for (const [at, { name, value }] of read.entries()) {
      expect(name).toBe(difficult[at]?.name)
      expect(difficult[at]?.value.startsWith(value)).toBe(true)
    }
  }
  const long = [{ name: 'a', value: '\\"'.repeat(firstValuesLength) }]
  expect(readFirstValues(JSON.stringify(long))[0]?.value).toHaveLength(61)
})
