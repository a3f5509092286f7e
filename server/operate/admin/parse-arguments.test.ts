import { expect, it } from 'vitest'
import { UsageError } from '#server/operate/admin/define-command.ts'
import { toEndOfDay, toWholeNumber } from './parse-arguments.ts'

it('accepts whole numbers within its inclusive bounds', () => {
  for (const number of [1, 50, 100]) {
    expect(toWholeNumber('--limit', String(number), 1, 100)).toBe(number)
  }
  for (const text of ['0', '101', '-1', '1.5', '1e1', '', ' 1', 'ten']) {
    expect(() => toWholeNumber('--limit', text, 1, 100), text).toThrow(UsageError)
  }
})

it('converts calendar days to their last millisecond in UTC', () => {
  const end = (text: string) => new Date(toEndOfDay('--until', text)).toISOString()
  expect(end('2027-01-31')).toBe('2027-01-31T23:59:59.999Z')
  expect(end('2028-02-29')).toBe('2028-02-29T23:59:59.999Z')
  for (const text of ['2027-02-29', '2027-02-31', '2027-13-01', '2027-1-31', 'tomorrow', '']) {
    expect(() => toEndOfDay('--until', text), text).toThrow(UsageError)
  }
})
