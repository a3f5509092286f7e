import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const plain = (preview: string, search: string) =>
  excerptOf({ preview }, search)
    .map(({ text, isVariable, marks }) => {
      const marked = [...marks]
        .toReversed()
        .reduce(
          (line, [from, end]) =>
            `${line.slice(0, from)}[${line.slice(from, end)}]${line.slice(end)}`,
          text,
        )
      return isVariable ? `<${marked}>` : marked
    })
    .join('')

test.each([
  ['Write a launch tweet.', 'launch', 'Write a [launch] tweet.'],
  ['Write to {<b>name</b>} of {<b>company</b>}.', 'name', 'Write to <[name]> of <company>.'],
  ['Write it.\n\n  Then   stop.', 'nothing', 'Write it. Then stop.'],
  [
    'A long line comes before the launch, and all of it is left out.',
    'launch',
    '…line comes before the [launch], and all of it is left out.',
  ],
  ['Grüße an Frau Müller', 'mueller', 'Grüße an Frau [Müller]'],
])('The line of %j around %j', (preview, search, line) => {
  expect(plain(preview, search)).toBe(line)
})

test('The server’s line of a hit replaces the preview, and its variables are parsed', () => {
  const parts = excerptOf({ preview: 'Other', line: 'To {name} {"a": 1}' }, 'x')
  expect(parts.map(({ text, isVariable }) => [text, isVariable])).toEqual([
    ['To ', false],
    ['name', true],
    [' {"a": 1}', false],
  ])
})

test('A hit after variables is shown with the text right before it', () => {
  const preview = 'A beginning that is long, {<b>one</b>} and {<b>two</b>}, then launch.'
  expect(plain(preview, 'launch')).toContain('[launch]')
  expect(plain(preview, 'launch').length).toBeLessThan(preview.length)
})

test('A long line is truncated', () => {
  expect(plain('word '.repeat(500), 'word').length).toBeLessThan(600)
})
