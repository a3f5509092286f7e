import { readFileSync } from 'node:fs'
import { parse as parseCsv } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { codeNames } from './variable-edits.ts'
import { parse, variableNames } from './variables.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../tests/fixtures/${name}`, import.meta.url), 'utf8')
const prompts = parseCsv<{ prompt: string }>(fixture('prompts.csv'), { columns: true })
/** Every name in the braces of the real prompts, judged by a person. */
const judged = JSON.parse(fixture('code-or-variable.json')) as {
  row: number
  variables: string[]
  code: string[]
}[]

it('recognises 1,293 of 1,296 variables and 289 of 360 pieces of code in real prompts', () => {
  const found = { variables: 0, code: 0 }
  const given = { variables: 0, code: 0 }
  for (const { row, variables, code } of judged) {
    const body = prompts[row]?.prompt ?? ''
    given.variables += variables.length
    given.code += code.length
    const names = variableNames(body)
    found.variables += variables.filter((name) => names.includes(name)).length
    found.code += code.filter((name) => !names.includes(name)).length
  }
  expect(given).toEqual({ variables: 1296, code: 360 })
  expect(found).toEqual({ variables: 1293, code: 289 })
})

describe('braces with', () => {
  it.each([
    '{"role": "user"}',
    '{"name": "string", "age": "number"}',
    '{\\"name\\": 1}',
    "{state: 'visible'}",
    '{name: first, value: second}',
    '{len(users)}',
    "{', '.join(names)}",
    "{user['name']}",
    '{q = 1}',
    '{i + 1}',
    '{margin: 20px;}',
    '{accuracy:.1f}',
    '{name!r}',
    '{#if items}',
    '{/each}',
    '{...}',
    '\\{a\\}',
    '\\frac{1}',
    '[a-z]{2,3}',
    'src/{security,performance}',
    'print(f"Hello {name}")',
    'import { useState } from "react"',
    'const { a } = props',
    '```python\nformat({name})\n```',
  ])('code are text: %j', (body) => {
    expect(variableNames(body)).toEqual([])
    expect(codeNames(body)).toHaveLength(1)
  })

  it.each([
    '{name}',
    '{Tone: formal or casual}',
    '{topic(s)}',
    '{Kund(inn)en}',
    '{stock name + code}',
    '{City, Country}',
    '{1-2 sentences, e.g., "short"}',
    '{user.name}',
    '{$QUESTION}',
    '{# of items}',
    '{@handle}',
    '{1}',
    '{😀}',
    '{Wer?}',
    '```markdown\n{title}\n```',
    '```\n{title}\n```',
    '```py\n1\n```\n{title}',
    'f"x"\n{title}',
    '${focus width:2}',
    '```tsx\n<${component:Button} />\n```',
    'please let {name} know',
  ])('a name are a variable: %j', (body) => {
    expect(variableNames(body)).toHaveLength(1)
    expect(codeNames(body)).toEqual([])
  })
})

it('is a variable in markup, or if its name is listed as one', () => {
  expect(variableNames('{<b>len(x)</b>}')).toEqual(['len(x)'])
  expect(variableNames('{len(x)}', new Set(['len(x)']))).toEqual(['len(x)'])
})

it('is the same wherever its name occurs', () => {
  const variables = parse('{topic(s)} {len(x)} {topic(s)} {len(x)}').filter(
    ({ kind }) => kind === 'variable',
  )
  expect(variables).toMatchObject([{ name: 'topic(s)' }, { name: 'topic(s)' }])
})

it('is text inside code, and a variable elsewhere', () => {
  const body = 'Ask {name}.\n```py\nprint({name})\n```'
  expect(parse(body).filter(({ kind }) => kind === 'variable')).toHaveLength(1)
  expect(codeNames(body)).toEqual([])
})

it.each(['{"a": 1}', '{\\\\"', '{a: b, c', '{x = ', '```py\n{a}\n', 'f"{a}', '{"\'"', '{a, b: '])(
  'takes time proportional to the length of a text of %j',
  (unit) => {
    const growth = growthOf((length) => parse(`${unit.repeat(length / unit.length)}}`), 100_000)
    expect(growth).toBeLessThan(linear)
  },
)
