import { expect, test } from 'vitest'
import { ownValuesFrom } from './own-values.ts'

test('An own value is for variables of its name in any case', () => {
  const find = ownValuesFrom([{ name: 'My Straße', value: 'Elm' }])
  expect(['my straße', 'MY Straße', 'My Straße', 'my strasse'].map(find)).toEqual([
    'Elm',
    'Elm',
    'Elm',
    undefined,
  ])
})

test('One with the exact name is preferred, even if it is empty', () => {
  const find = ownValuesFrom([
    { name: 'kunde', value: 'Huber' },
    { name: 'KUNDE', value: '' },
  ])
  expect(['KUNDE', 'kunde', 'Kunde'].map(find)).toEqual(['', 'Huber', 'Huber'])
})
