import { readFileSync } from 'node:fs'
import { parse as parseCsv } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { applyChanges } from '#contract/variables/variable-edits.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { certainForms, findOtherForms, possibleForms, convertVariables } from './other-forms.ts'

const csv = readFileSync(new URL('../../../tests/fixtures/prompts.csv', import.meta.url))
const prompts = parseCsv<{ prompt: string }>(csv, { columns: true })
const allForms = [...certainForms, ...possibleForms]

function convert(text: string, forms?: typeof allForms) {
  const { changes, settings } = convertVariables(findOtherForms(text, forms))
  return { text: applyChanges(text, changes), settings }
}

describe('a variable', () => {
  it.each([
    ['Be a ${role}.', 'Be a {role}.', []],
    ['${Position:Software Developer}', '{Position}', [{ default: 'Software Developer' }]],
    ['${Base Language: English}', '{Base Language}', [{ default: 'English' }]],
    ['${language:.NET}', '{language}', [{ default: '.NET' }]],
    ['${url:https://example.org/}', '{url}', [{ default: 'https://example.org/' }]],
    ["${Brand's product:shoes, bags}", "{Brand's product}", [{ default: 'shoes, bags' }]],
    [
      '```tsx\n<${component:Button} />\n```',
      '```tsx\n<{component} />\n```',
      [{ default: 'Button' }],
    ],
    ['${name:}', '{name}', []],
    ['${input:topic}', '{topic}', []],
    ['${input:topic:What is it about?}', '{topic}', [{ help: 'What is it about?' }]],
    ['Write about {{ topic }}.', 'Write about {topic}.', []],
    ['{{a}}{{b}}', '{a}{b}', []],
    ['{{name | text}}', '{name}', []],
    [
      '{{name|text:default="Ada: \\"x\\"":required}}',
      '{name}',
      [{ default: 'Ada: "x"', required: true }],
    ],
    ['{{body | textarea:placeholder="The mail"}}', '{body}', [{ kind: 'long', help: 'The mail' }]],
    [
      '{{tone | select:options=["warm","cool, dry"]:default="warm":required}}',
      '{tone}',
      [
        {
          kind: 'choice',
          options: [{ value: 'warm' }, { value: 'cool, dry' }],
          default: 'warm',
          required: true,
        },
      ],
    ],
    [
      '{{n|number:min=1:max=10:step=0.5:default=2}}',
      '{n}',
      [{ kind: 'number', min: 1, max: 10, step: 0.5, default: '2' }],
    ],
    ['{{n|number:min=5:default=2}}', '{n}', [{ default: '2' }]],
    [
      '{{tests|checkbox:default=true}}',
      '{tests}',
      [{ kind: 'switch', on: 'true', off: 'false', default: 'on' }],
    ],
    ['{{due|date}}', '{due}', [{ kind: 'date', default: '', format: 'iso' }]],
    ['{{mail|email:required}}', '{mail}', [{ required: true }]],
    ['{{ tone | upper }} {{ tone | trim | title }}', '{tone} {tone}', []],
    ['{{ tone | default("formal") | upper }}', '{tone}', [{ default: 'formal' }]],
    ["{{ n | default('2') }} {{ n | join(', ') }}", '{n} {n}', [{ default: '2' }]],
    ['Hello [[name]], [[order]]', 'Hello {name}, {order}', []],
    ['{argument name="tone" default="happy"}', '{tone}', [{ default: 'happy' }]],
    [
      '{argument name="tone" options="happy, sad" default="wry"}',
      '{tone}',
      [
        {
          kind: 'choice',
          options: [{ value: 'happy' }, { value: 'sad' }],
          default: 'wry',
          open: true,
        },
      ],
    ],
    ['${a:first} ${a:second} ${a}', '{a} {a} {a}', [{ default: 'first' }]],
  ])('of another tool, %j, becomes %j', (before, after, settings) => {
    const names = variableNames(after, new Set(['component']))
    expect(convert(before)).toEqual({
      text: after,
      settings: settings.map((setting, at) => ({ name: names[at], kind: 'text', ...setting })),
    })
  })

  it.each([
    ['Dear [NAME], see [this](link) and [1]', 'Dear {NAME}, see [this](link) and [1]'],
    ['[Your Name] [x] a[i] [ref][1]', '{Your Name} [x] a[i] [ref][1]'],
    [
      '[Your company, or its parent company] [see the notes of our last meeting] [A. B] [Your company’s full name]',
      '[Your company, or its parent company] [see the notes of our last meeting] [A. B] {Your company’s full name}',
    ],
    ['Ask <name>. <rules>None</rules> a<br>b', 'Ask {name}. <rules>None</rules> a<br>b'],
  ])('is taken over from %j on request only', (before, after) => {
    expect(convert(before).text).toBe(before)
    expect(convert(before, [...possibleForms]).text).toBe(after)
  })

  it.each([
    '{name} {two words}',
    'echo ${HOME:-/root} ${path:0:3} ${a:?missing} ${price:.2f}',
    '${env:HOME} ${workspaceFolder} ${user.name} ${1}',
    'const url = `${base}/x`;',
    '```js\nlog(${name})\n```',
    '${{ secrets.TOKEN }}',
    '<div style={{color}}>',
    '{{#if items}}{{name}}{{/if}}',
    '{{#node.output#}} {{ $json.x }} {{> partial}}',
    '```jsx\n<A b={{c}} />\n```',
    '{{name|no type}} {{name | select options}}',
    '[[ -f file ]] [[1](link)] ![[image]]',
    '{{{name}}} {${name:x}} $${a:b} \\${a:b}',
    '{argument} {argument nothing="x"}',
    '{{first\nsecond}} ${a\n:b}',
  ])('is not found in %j', (text) => {
    const found = findOtherForms(text).filter(({ name }) => name !== 'argument')
    expect(found).toEqual([])
  })
})

it('is found with its default in 192 of the 195 real prompts that appear to have one', () => {
  const seeming = prompts.filter(({ prompt }) => /\$\{[^{}\n]+:[^{}\n]*\}/.test(prompt))
  const withDefault = prompts.filter(({ prompt }) =>
    findOtherForms(prompt).some(
      ({ form, from, to }) => form === 'dollar' && prompt.slice(from, to).includes(':'),
    ),
  )
  expect(seeming).toHaveLength(195)
  expect(withDefault).toHaveLength(192)
  expect(
    seeming.filter((prompt) => !withDefault.includes(prompt)).map((one) => prompts.indexOf(one)),
  ).toEqual([
    // An input of VS Code, braces in braces, and code.
    925, 959, 1007,
  ])
})

it('is not found in real prompts about code with the same braces', () => {
  for (const row of [376, 753, 1007, 1043])
    expect(findOtherForms(prompts[row]?.prompt ?? '')).toEqual([])
})

const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '{{', '}}', '${', '[[', ']]', '[', ']', '<', '>', '</a>', '|', ':'),
      fc.constantFrom(
        'name',
        'a b',
        'input:',
        'argument name="',
        '"',
        'select:options=["x"]',
        '\n',
      ),
      fc.constantFrom(
        '${a:b}',
        '{{c|number:min=1:step=0}}',
        '[[d]]',
        '[NAME]',
        '$',
        '=',
        '`',
        '\\',
      ),
      fc.string({ maxLength: 5, unit: 'binary' }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

describe('in every text', () => {
  it('each variable is replaced by its name, and no other text changes', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const found = findOtherForms(text)
        let at = 0
        let expected = ''
        for (const { from, to, name } of found) {
          expect(from).toBeGreaterThanOrEqual(at)
          expect(text.slice(from, to)).toMatch(/^[${[]/)
          expected += `${text.slice(at, from)}{${name}}`
          at = to
        }
        const converted = convert(text).text
        expect(converted).toBe(expected + text.slice(at))
        expect(findOtherForms(converted)).toEqual([])
      }),
    )
  })

  it('each name becomes a variable', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const names = findOtherForms(text, allForms).map(({ name }) => name)
        const found = variableNames(convert(text, allForms).text, new Set(names))
        expect(found).toEqual(expect.arrayContaining(names))
      }),
    )
  })

  it('the settings are valid, and belong to a variable', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const found = findOtherForms(text, allForms)
        for (const setting of convertVariables(found).settings) {
          fc.pre(text.isWellFormed() && !text.includes('\0'))
          expect(VariableSetting.safeParse(setting).success).toBe(true)
          expect(found.map(({ name }) => name)).toContain(setting.name)
        }
      }),
    )
  })
})

it.each([
  '{',
  '${',
  '{{',
  '[[',
  '[',
  '<',
  '${a:',
  '{{a|',
  '{argument a="b" ',
  '{{a|b:c="',
  '{{a|b:c=[',
  ' ',
  '`',
  ';  ',
])('takes time proportional to the length of a text of %j', (unit) => {
  const run = (length: number) => findOtherForms(`${unit.repeat(length / unit.length)}}}`, allForms)
  expect(growthOf(run, 100_000)).toBeLessThan(linear)
})
