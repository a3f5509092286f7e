import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** How many requirements of levels 1 and 2 the chapters of ASVS 5.0.0 have. */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const states = ['met', 'not applicable', 'open'] as const

const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
/** A row may list several requirements, such as `**4.4.1**, 4.4.2–4.4.4`. Those of level 1 are bold. */
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, ids = '']) => /^\**\d+\.\d+\.\d+/.test(ids))
  .flatMap(([, ids = '', requirement = '', how = '']) =>
    ids.split(', ').flatMap((each) => {
      const [, bold, section = '', first = '', last = first] =
        /^(\*\*)?(\d+\.\d+)\.(\d+)(?:–\2\.(\d+))?\**$/.exec(each) ?? []
      const state = states.find((name) => how.startsWith(`${name}: `)) ?? 'met'
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => ({
        id: `${section}.${Number(first) + index}`,
        level: bold === undefined ? 2 : 1,
        requirement,
        state,
        how,
      }))
    }),
  )

test('has each requirement of the standard once, in order', () => {
  expect(rows.map(({ id }) => Number(id.split('.', 1)[0]))).toEqual(
    counts.flatMap((count, chapter) => Array<number>(count).fill(chapter + 1)),
  )
  const ids = rows.map(({ id }) => id)
  const compare = new Intl.Collator('en', { numeric: true }).compare
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => compare(one, other)))
})

test('states for each whether it is met, and why', () => {
  for (const { id, requirement, how } of rows) {
    expect([id, requirement !== '', how !== '']).toEqual([id, true, true])
  }
  const counted = [1, 2].map((level) =>
    states.map((state) => rows.filter((row) => row.level === level && row.state === state).length),
  )
  const stated = [...text.matchAll(/^\| level \d +\| +(\d+) \| +(\d+) \| +(\d+) \|/gm)]
  expect(stated.map((numbers) => numbers.slice(1, 4).map(Number))).toEqual(counted)
})

test('lists only tests that exist', () => {
  const tests = new Set(
    globSync('{cli,contract,languages,scripts,server,tests,web}/**/*.{test,spec}.{ts,tsx}', {
      cwd: root,
    }).map((path) => basename(path)),
  )
  const named = rows.flatMap(({ how }) => how.match(/[\w.-]+\.(?:test|spec)\.tsx?/g) ?? [])
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((name) => !tests.has(name))).toEqual([])
})
