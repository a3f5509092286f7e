import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/core/limits.ts'
import { proposeTitle } from './propose-title.ts'

test.each([
  ['# Launch announcement\n\nWrite …', 'Launch announcement'],
  ['I want you to act as a linux terminal. I will type commands', 'Linux terminal'],
  [
    'You are an expert in {topic}, with years of practice.',
    'Expert in topic, with years of practice',
  ],
  ['Du bist eine freundliche Lektorin. Lies …', 'Freundliche Lektorin'],
  ['---\nmodel: x\ntitle: "Code review"\n---\nReview', 'Code review'],
  ['---\nmodel: x\n---\n\n- write an email: to {name}', 'Write an email'],
  ['{\n  "role": "system",\n  "task": 1\n}', 'Role'],
  ['\n\n***\n„Schreib mir ein Gedicht“', 'Schreib mir ein Gedicht'],
  [
    'Act as an interviewer for the position of ${Position:Software Developer}.',
    'Interviewer for the position of Position',
  ],
  ['12\n--\n', ''],
  ['', ''],
])('The text %j gets the title %j', (text, title) => {
  expect(proposeTitle(text)).toBe(title)
})

test('A proposed title is one line and fits a card, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ß', '.', ' ', '\n', '\r', '#', '"', '😀', '-', '1'), {
        maxLength: 300,
      }),
      (characters) => {
        const text = characters.join('')
        const title = proposeTitle(text)
        expect(Array.from(title).length).toBeLessThanOrEqual(limits.nameLength)
        expect(title).not.toMatch(/[\n\r]/)
        expect(title.trim()).toBe(title)
      },
    ),
  )
})
