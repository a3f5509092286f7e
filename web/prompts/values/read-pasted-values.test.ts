import { expect, test } from 'vitest'
import { inputsOf } from '#contract/variables/inputs.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { readPastedValues } from './read-pasted-values.ts'

const writing = { locale: 'de-DE', today: '2026-11-28' }
const settings: VariableSetting[] = [
  { name: 'length', kind: 'number' },
  { name: 'tone', kind: 'choice', options: [{ value: 'dry' }, { value: 'warm' }] },
  { name: 'cited', kind: 'switch' },
  { name: 'json', kind: 'literal' },
]

/** Reads a text for `{topic} {length} {tone} {cited} {json}`. */
function read(text: string) {
  const prompt = '{topic} {length} {tone} {cited} {json}'
  const found = readPastedValues(text, inputsOf({ prompt, variables: settings }), writing)
  return found && { ...found, values: Object.fromEntries(found.values) }
}

const all = { topic: 'rain', length: '1.5', tone: 'dry', cited: 'on' }

test.each([
  ['JSON', '{"topic": "rain", "length": 1.5, "tone": "Dry", "cited": true}'],
  [
    'JSON with other spellings of the names',
    '{"Topic ":"rain","LENGTH":1.5,"tone":"dry","cited":1}',
  ],
  ['JSON in a code block', '```json\n{"topic":"rain","length":1.5,"tone":"dry","cited":"ja"}\n```'],
  [
    'the first of several objects',
    '[{"topic":"rain","length":1.5,"tone":"dry","cited":1},{"topic":"x"}]',
  ],
  ['a list in the order of the variables', '["rain", 1.5, "dry", "on"]'],
  [
    'cells of a spreadsheet below their names',
    'tone\ttopic\tlength\tcited\r\ndry\train\t1,5\tyes\r\nwarm\tsun\t2\t0',
  ],
  ['cells beside their names', 'topic\train\nlength\t1,5\ncited\tyes\ntone\tdry\n'],
  ['one row without names', 'rain\t1,5\tdry\tja'],
  ['comma-separated values', 'topic,length,tone,cited\nrain,"1,5",dry,on'],
])('Values are read from %s', (_form, text) => {
  expect(read(text)).toEqual({ values: all, unfit: [], unknown: [] })
})

test('A value with line breaks, tabs and quotes is read exactly', () => {
  const value = 'one\n\n\ttwo "three" 🎉'
  expect(read(JSON.stringify({ topic: value }))?.values).toEqual({ topic: value })
  expect(read(`topic\ttone\n"${value.replaceAll('"', '""')}"\tdry`)?.values['topic']).toBe(value)
})

test('Names that the prompt lacks and texts that are not values are listed, and the rest is read', () => {
  expect(read('{"topic":"rain","length":"long","tone":"loud","json":"x","mood":"x"}')).toEqual({
    values: { topic: 'rain' },
    unfit: ['length', 'tone'],
    unknown: ['json', 'mood'],
  })
  expect(read('rain\t1\tdry\ton\tspare')?.unknown).toEqual(['spare'])
})

test('Lists are joined, objects stay JSON, and null changes nothing', () => {
  expect(read('{"topic":["rain","snow"],"tone":null}')?.values).toEqual({ topic: 'rain, snow' })
  expect(read('{"topic":{"a":[1]}}')?.values).toEqual({ topic: '{\n  "a": [\n    1\n  ]\n}' })
})

test('An empty text contains nothing, and invalid JSON is reported', () => {
  expect(read(' \n')).toEqual({ values: {}, unfit: [], unknown: [] })
  expect(read('{"topic": rain}')).toBeUndefined()
  expect(read('[a]\t1\tdry\ton')?.values['topic']).toBe('[a]')
})
