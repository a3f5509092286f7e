import { expect, test } from 'vitest'
import { createRunSplitter } from './isolate-runs.ts'

/** Shows isolated runs in brackets. */
function isolate(...texts: string[]): string {
  const split = createRunSplitter()
  return texts
    .flatMap(split)
    .map(({ text, isIsolated }) => (isIsolated ? `[${text}]` : text))
    .join('')
}

test.each([
  [
    ['שלום ', ' <b>bold</b> <img src=x onerror=alert(1)>'],
    'שלום  [<b>bold</b> <img src=x onerror=alert(1)>]',
  ],
  [['اكتب رسالة عن <topic> من فضلك.'], 'اكتب رسالة عن [<topic>] من فضلك.'],
  [['שלום (foo bar), a ', ') 12.'], 'שלום ([foo bar), a] ) 12.'],
  [['Hello ', ' שלום <b>x</b>'], 'Hello  שלום <b>x</b>'],
  [['שלום <b>\nHello <i>\n', ' (שלום) <b>'], 'שלום [<b>]\nHello <i>\n (שלום) [<b>]'],
  [['12. «שלום» abc'], '12. «שלום» [abc]'],
  [['Привет <b> שלום <i>'], 'Привет <b> שלום <i>'],
])('%j is split as %j', (texts, shown) => {
  expect(isolate(...texts)).toBe(shown)
})

test('no character is lost', () => {
  const text = 'שלום <b>bold</b>\n\nHello (a) שלום 😀 <'
  const split = createRunSplitter()
  expect(
    split(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a text of opening brackets takes time in proportion to its length', () => {
  const text = `ש${'<'.repeat(200_000)}`
  expect(createRunSplitter()(text)).toEqual([
    { text: 'ש', isIsolated: false },
    { text: text.slice(1), isIsolated: false },
  ])
})
