import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { VersionTexts } from '#contract/library/prompts.ts'
import { show } from '#tests/support/show.tsx'
import { TextDifference } from './text-difference.tsx'

const prompt = 'Write to {<b>audience</b>} in a {<b>tone</b>} tone about {<b>price</b>}.'
const texts = (variables: VersionTexts['variables'], body = prompt): VersionTexts => ({
  name: 'Offer',
  prompt: body,
  notes: null,
  whenToUse: null,
  variables,
})
const options = ['warm', 'dry', 'bold'].map((value) => ({ value }))

async function sentences(previous: VersionTexts, later: VersionTexts) {
  await show(<TextDifference previous={previous} later={later} />, 'history')
  return page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)
}

test('Changed settings of variables are described in sentences', async () => {
  const previous = texts([{ name: 'price', kind: 'number', min: 5 }])
  const later = texts([
    { name: 'audience', kind: 'text', help: 'Who reads it first?' },
    { name: 'tone', kind: 'choice', options, default: 'dry' },
    { name: 'price', kind: 'number', required: true },
  ])
  expect(await sentences(previous, later)).toEqual([
    'audience: new help “Who reads it first?”',
    'tone: choice of 3, was text · default “dry”',
    'price: no minimum · required',
  ])
})

test('Added and removed options are listed', async () => {
  const [warm, dry, bold] = options
  const previous = texts([{ name: 'tone', kind: 'choice', options: [warm!, dry!] }])
  const later = texts([{ name: 'tone', kind: 'choice', options: [bold!, warm!], open: true }])
  expect(await sentences(previous, later)).toEqual([
    'tone: new option “bold” · without “dry” · other answers allowed',
  ])
})

test('A new variable is described, and a removed one is only shown in the text', async () => {
  const previous = texts([{ name: 'tone', kind: 'long', required: true }])
  const later = texts([{ name: 'day', kind: 'date', format: 'iso' }], 'Until {<b>day</b>}.')
  expect(await sentences(previous, later)).toEqual(['day: date · another format'])
})

test('A setting from a later release counts as changed', async () => {
  const previous = texts([{ name: 'tone', kind: 'text' }])
  const later = texts([{ name: 'tone', kind: 'text', shade: 3 }])
  expect(await sentences(previous, later)).toEqual(['tone: settings changed'])
})
