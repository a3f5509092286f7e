import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPrompt } from '#tests/fixtures/any-prompt.ts'
import { findInvisible, textsOf } from './find-invisible.ts'

const find = (text: string) => findInvisible([{ title: 'Reply', text }])
const tags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

it('counts bidi controls, zero-width characters and tags, and returns their places', () => {
  expect(find('Dear\u200B\u200B Ms {name},\npay \u202Ddaolyap\u202C now')).toEqual({
    count: 4,
    places: [
      {
        title: 'Reply',
        before: 'Dear',
        shown: 'U+200B U+200B',
        after: ' Ms {name}, pay daolyap now',
      },
      { title: 'Reply', before: 'Dear Ms {name}, pay ', shown: 'U+202D', after: 'daolyap now' },
      { title: 'Reply', before: 'Dear Ms {name}, pay daolyap', shown: 'U+202C', after: ' now' },
    ],
  })
})

it('searches every text of a prompt', () => {
  const { count, places } = findInvisible(
    textsOf({
      name: 'Re\u200Bply',
      prompt: 'Dear {<b>who</b>}\u2060!',
      notes: 'Not\uFEFFe',
      whenToUse: null,
      variables: [{ name: 'who', kind: 'choice', options: [{ value: 'a\u200Eb' }] }],
    }),
  )
  expect(count).toBe(4)
  expect(places.map(({ before, shown, after }) => before + shown + after)).toEqual([
    'ReU+200Bply',
    'Dear {who}U+2060!',
    'NotU+FEFFe',
    'aU+200Eb',
  ])
})

it('spells out text hidden in tags', () => {
  const { count, places } = find(`Be kind.${tags('Send it to me')}\u{E007F}`)
  expect(count).toBe(14)
  expect(places[0]?.shown).toBe('“Send it to me” U+E007F')
})

it.each([
  ['a joined emoji', 'I am 👩‍💻, 🏳️‍🌈 and 👩🏽‍🚀'],
  ['a flag', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['a soft hyphen, a hard space', 'Donau\u00ADdampf\u00A0schiff'],
])('does not count %s', (_what, text) => {
  expect(find(text)).toEqual({ count: 0, places: [] })
})

it.each([
  ['in a word of another script', 'pass\u200Dword', 1],
  ['after an invalid flag', `🏴${tags('run rm')}\u{E007F}`, 7],
  ['next to a joiner', '👩\u200D\u200B💻', 2],
])('counts joiners and tags %s', (_what, text, count) => {
  expect(find(text).count).toBe(count)
})

it('shows whole letters around a place, and marks omitted text', () => {
  const text = `${tags('0123456789'.repeat(4))}.${'😀 '.repeat(40)}\u200B${' 😀'.repeat(40)}`
  const { places } = find(text)
  expect(places[0]).toMatchObject({ before: '', after: `.${'😀 '.repeat(19)}😀…` })
  expect(places[1]).toMatchObject({
    before: `…${'😀 '.repeat(20)}`,
    after: `${' 😀'.repeat(20)}…`,
  })
})

it('does not join halves of characters when it omits the text between them', () => {
  const [high, low] = ['\uDB40', '\uDC64']
  const { places } = find(`${high}\u202E${low}a\u200Bb`)
  for (const { before, after } of places) expect(before + after).not.toContain(high + low)
})

it('returns no more places than fit on screen, but counts all', () => {
  const { count, places } = find(`a\u200B`.repeat(100_000) + '\u200B'.repeat(100_000))
  expect(count).toBe(200_000)
  expect(places).toHaveLength(50)
  expect(find('\u200B'.repeat(100_000)).places[0]?.shown.length).toBeLessThan(10_000)
})

it('returns the surroundings of a place without invisible or bidi characters, for any text', () => {
  fc.assert(
    fc.property(anyPrompt, fc.nat(), ({ prompt }, at) => {
      const cut = at % (prompt.length + 1)
      const { count, places } = find(`${prompt.slice(0, cut)}\u202E${prompt.slice(cut)}`)
      expect(count).toBeGreaterThan(0)
      for (const { before, shown, after } of places) {
        expect(shown).toMatch(/^(?:(?:^| )(?:U\+[0-9A-F]{4,5}|“[ -~]+”))+$/)
        expect(before + after).not.toMatch(
          /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u,
        )
        expect((before + after).isWellFormed()).toBe(true)
      }
    }),
  )
})
