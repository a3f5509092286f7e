import { describe, expect, test } from 'vitest'
import { indexNames, rankNames } from './rank-names.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 24 * 3_600_000).toISOString()
const named = (name: string, usedAt: string | null = null) => ({ name, usedAt })

function ranked(names: ReturnType<typeof named>[], query: string) {
  return rankNames(indexNames(names), query, { limit: 10, now }).map(({ item }) => item.name)
}

describe('a name is found', () => {
  const library = [
    'Launch announcement',
    'Linux Terminal',
    'Geburtstagskarte für Müller',
    'Melancholic poem',
    'Code review',
  ].map((name) => named(name))

  test.each([
    ['lanch ann', 'Launch announcement'],
    ['lanch announcment', 'Launch announcement'],
    ['terminal linux', 'Linux Terminal'],
    ['geburtstag karte', 'Geburtstagskarte für Müller'],
    ['muller', 'Geburtstagskarte für Müller'],
    ['mueller', 'Geburtstagskarte für Müller'],
    ['cr', 'Code review'],
  ])('by %j', (query, name) => {
    expect(ranked(library, query)[0]).toBe(name)
  })

  test('not by letters that it does not contain', () => {
    expect(ranked(library, 'xyz')).toEqual([])
    expect(ranked(library, ' ')).toEqual([])
  })
})

describe('names come', () => {
  test('in numerical order, if they match equally', () => {
    const library = ['Prompt 10', 'Prompt 03', 'Prompt 2', 'Prompt 01'].map((name) => named(name))
    expect(ranked(library, 'prompt 0')).toEqual(['Prompt 01', 'Prompt 03'])
    const plain = ['Step 10', 'Step 03', 'Step 02', 'Step 01'].map((name) => named(name))
    expect(ranked(plain, 'step')).toEqual(['Step 01', 'Step 02', 'Step 03', 'Step 10'])
  })

  test('equal ones first, then whole words, then those that begin with the query, then letters', () => {
    const names = ['Claude', 'After launch', 'Launch', 'Press on (lau)', 'Lau first', 'LAU']
    expect(
      ranked(
        names.map((name) => named(name)),
        'lau',
      ),
    ).toEqual(['LAU', 'Lau first', 'Press on (lau)', 'Launch', 'After launch', 'Claude'])
  })

  test('with the word before those with a longer one, however recently these were used', () => {
    const names = [named('Reviewers', daysAgo(0)), named('Code Review Specialist')]
    expect(ranked(names, 'review')).toEqual(['Code Review Specialist', 'Reviewers'])
  })

  test('recently used ones first among equals, with a bonus that halves in two weeks', () => {
    const names = [named('Launch A'), named('Launch B', daysAgo(40)), named('Launch C', daysAgo(1))]
    expect(ranked(names, 'launch')).toEqual(['Launch C', 'Launch B', 'Launch A'])
  })

  test('without scattered letters, if a better match exists', () => {
    const names = ['Linux Terminal', 'Personal Trainer for Lifting'].map((name) => named(name))
    expect(ranked(names, 'lin ter')).toEqual(['Linux Terminal'])
  })

  test('no bonus ranks a name above one that equals the query', () => {
    expect(ranked([named('Launches', daysAgo(0)), named('Launch')], 'launch')[0]).toBe('Launch')
  })
})

describe('short names', () => {
  const called = (name: string, shortName: string, usedAt: string | null = null) => ({
    ...named(name, usedAt),
    shortName,
  })
  const items = [
    named('Review'),
    named('Reviewers'),
    called('Look over a change', 'review'),
    called('Answer them', 'reviewers', daysAgo(0)),
    called('Peers', 'peer-review'),
  ]

  test.each([
    ['review', ['Look over a change', 'Review', 'Answer them', 'Reviewers']],
    ['/review', ['Look over a change', 'Answer them']],
    ['/REV', ['Answer them', 'Look over a change']],
    ['/reviewers', ['Answer them']],
    ['peer rev', ['Peers']],
    ['/', []],
  ])('are found by %j, with an exact match first, then the last used one', (query, names) => {
    const found = rankNames(indexNames(items), query, { limit: 10, now })
    expect(found.map(({ item }) => item.name).toSorted()).toEqual(names.toSorted())
    expect(found[0]?.item.name).toBe(names[0])
    expect(found.every(({ closeness }) => closeness > 0)).toBe(true)
  })

  test('leave the name unmarked', () => {
    const [found] = rankNames(indexNames(items), '/peer', { limit: 1, now })
    expect(found).toMatchObject({ item: { name: 'Peers' }, marks: [] })
  })
})

test('Matches are marked in the original spelling of the name', () => {
  const marksOf = (name: string, query: string) => {
    const [found] = rankNames(indexNames([named(name)]), query, { limit: 1, now })
    return found?.marks.map(([from, end]) => name.slice(from, end))
  }
  expect(marksOf('Launch announcement', 'ann')).toEqual(['ann'])
  expect(marksOf('Straße 🌱 Müller', 'mueller')).toEqual(['Müller'])
})
