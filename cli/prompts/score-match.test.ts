import { expect, it } from 'vitest'
import { scoreMatch } from './score-match.ts'

function rank(typed: string, texts: readonly string[]): string[] {
  return texts
    .filter((text) => scoreMatch(typed, text) > 0)
    .toSorted((one, other) => scoreMatch(typed, other) - scoreMatch(typed, one))
}

it('prefers whole words at beginnings, then letters in order that are near to each other', () => {
  const texts = [
    'every kind',
    'preview of a pull request',
    'code review',
    'review',
    'review of code',
  ]
  expect(rank('rev', texts)).toEqual([
    'review',
    'review of code',
    'code review',
    'preview of a pull request',
  ])
  expect(rank('evry', texts)).toEqual(['every kind'])
  expect(rank('code rev', texts)).toEqual(['code review', 'review of code'])
  expect(rank('cr', texts)).toEqual(['code review'])
  expect(rank('wer', texts)).toEqual([])
  expect(rank('(', texts)).toEqual([])
})
