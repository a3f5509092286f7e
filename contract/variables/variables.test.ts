import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { fillIn } from './fill-in.ts'
import {
  applyChanges,
  nameProblem,
  namedVariables,
  removeVariable,
  renameVariable,
  withNamed,
  wrapSelection,
} from './variable-edits.ts'
import { parse, print, toPlainText, toStoredForm, variableNames } from './variables.ts'

const anyText = fc.string({ unit: 'binary' })

/** Texts full of the grammar's own tokens, including lone surrogates. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '{{', '}}', '<b>', '</b>', '<', '>', '\n', '\r\n', '\u2028'),
      fc.constantFrom(' ', '\t', '\u00A0', '\uFEFF', '\uD83D', '\uDE00', '😀', '$&', '$1'),
      fc.constantFrom('a', 'b', 'name', '{a}', '{ a }', '{<b>a</b>}', '{<b> b  c </b>}'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

const text = fc.oneof(anyText, trickyText)

const name = fc
  .stringMatching(/^[^<>{}\s]+(?: [^<>{}\s]+)*$/)
  .filter((candidate) => candidate === candidate.trim())

const textWithRange = text.chain((body) =>
  fc.tuple(
    fc.constant(body),
    fc
      .nat({ max: body.length })
      .chain((from) =>
        fc.nat({ max: body.length - from }).map((length) => [from, from + length] as const),
      ),
  ),
)

describe('for every text', () => {
  it('loses nothing: the joined sources of the segments are the text', () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(print(parse(body))).toBe(body)
      }),
    )
  })

  it('has the position of each segment', () => {
    fc.assert(
      fc.property(text, (body) => {
        for (const { from, source } of parse(body)) {
          expect(source).not.toBe('')
          expect(body.startsWith(source, from)).toBe(true)
        }
      }),
    )
  })

  it('has trimmed names without braces, angle brackets and line breaks', () => {
    fc.assert(
      fc.property(text, (body) => {
        for (const found of variableNames(body)) {
          expect(found).not.toBe('')
          expect(found).toBe(found.trim().replaceAll(/\s+/g, ' '))
          expect(found).not.toMatch(/[<>{}\n\r\u2028\u2029]/)
        }
      }),
    )
  })

  it('has the same variables in each form', () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(variableNames(toStoredForm(body))).toEqual(variableNames(body))
        expect(variableNames(toPlainText(body), namedVariables(body))).toEqual(variableNames(body))
      }),
    )
  })

  it('survives any number of round trips through the editor', () => {
    fc.assert(
      fc.property(text, (body) => {
        const stored = toStoredForm(body)
        expect(toStoredForm(toPlainText(stored), namedVariables(stored))).toBe(stored)
        expect(toStoredForm(stored)).toBe(stored)
        expect(toPlainText(toPlainText(body))).toBe(toPlainText(body))
      }),
    )
  })

  it('is unchanged in both forms when no variable has bold markup', () => {
    fc.assert(
      fc.property(text, (body) => {
        fc.pre(!/\{<b>[^<]*<\/b>\}/.test(body))
        expect(toPlainText(toStoredForm(body))).toBe(body)
      }),
    )
  })

  it('is its visible text when nothing is filled in', () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(fillIn(body, new Map())).toBe(toPlainText(body))
      }),
    )
  })

  it('inserts any value unchanged', () => {
    fc.assert(
      fc.property(text, fc.oneof(trickyText, fc.string()), (body, value) => {
        fc.pre(value !== '')
        const values = new Map(variableNames(body).map((found) => [found, value]))
        const expected = parse(body).map((segment) =>
          segment.kind === 'text' ? segment.source : value,
        )
        expect(fillIn(body, values)).toBe(expected.join(''))
      }),
    )
  })

  it('is restored when a new variable is removed', () => {
    fc.assert(
      fc.property(textWithRange, ([body, [from, to]]) => {
        const changes = wrapSelection(body, from, to)
        fc.pre(changes !== undefined)
        const wrapped = applyChanges(body, changes)
        const added = body.slice(changes[0]?.from, changes[1]?.from).replaceAll(/\s+/g, ' ')
        const named = new Set([added])
        expect(variableNames(wrapped, named)).toContain(added)
        fc.pre(!variableNames(body, named).includes(added))
        expect(applyChanges(wrapped, removeVariable(wrapped, added, named))).toBe(body)
      }),
    )
  })

  it('no longer has a variable after it is removed', () => {
    fc.assert(
      fc.property(trickyText, (body) => {
        for (const found of variableNames(body)) {
          const without = applyChanges(body, removeVariable(body, found))
          expect(variableNames(without)).not.toContain(found)
        }
      }),
    )
  })
})

it('recognises any valid name, plain or bold', () => {
  fc.assert(
    fc.property(name, (given) => {
      expect(variableNames(`Hello {${given}}!`, new Set([given]))).toEqual([given])
      expect(variableNames(`Hello {<b>${given}</b>}!`)).toEqual([given])
      expect(fillIn(`{<b>${given}</b>}`, new Map([[given, 'x']]))).toBe('x')
    }),
  )
})

describe('a variable', () => {
  it.each([
    ['{name}', ['name']],
    ['{<b>name</b>}', ['name']],
    ['{ name }', ['name']],
    ['{<b> name </b>}', ['name']],
    ['{first  \t name}', ['first name']],
    ['{{name}}', ['name']],
    ['{{{name}}}', ['name']],
    ['{x {name}', ['name']],
    ['{name}}', ['name']],
    ['{Name} {name} {Name}', ['Name', 'name']],
    ['{__proto__} {constructor}', ['__proto__', 'constructor']],
    ['{Straße} {名前} {😀}', ['Straße', '名前', '😀']],
    ['{a}{b}', ['a', 'b']],
    ['{b} {a} {b}', ['b', 'a']],
  ])('%j has %j', (body, names) => expect(variableNames(body)).toEqual(names))

  it.each([
    '',
    '{}',
    '{  }',
    '{\u00A0}',
    '{<b></b>}',
    '{<b> </b>}',
    '{',
    '}',
    '}{',
    '{name',
    'name}',
    '{\n  "severity": "high"\n}',
    '{first\nsecond}',
    '{first\rsecond}',
    '{first\u2028second}',
    '{"json": 1}',
    '{ len(users) }',
    '{a<b}',
    '{a>b}',
    '{<i>name</i>}',
    '{<b>a</b>b}',
    '{<b>a<b>b</b>}',
    '<instructions>Be brief.</instructions>',
    '<b>name</b>',
  ])('is not in %j', (body) => expect(variableNames(body)).toEqual([]))
})

describe('filling in', () => {
  it('replaces every occurrence, and keeps the braces of empty ones', () => {
    const body = 'Dear {<b>name</b>}, {<b>greeting</b>} { name }! { sign-off }'
    const values = new Map([
      ['name', 'Ada'],
      ['greeting', ''],
    ])
    expect(fillIn(body, values)).toBe('Dear Ada, {greeting} Ada! { sign-off }')
  })

  it.each(['{x}', '{b}', '$&', '$1', '$$', '$`', '\\', '</b>', 'two\nlines', ' '])(
    'inserts %j verbatim',
    (value) => {
      expect(fillIn('{a}{b}', new Map([['a', value]]))).toBe(`${value}{b}`)
    },
  )

  it('has no variable named like a property of objects', () => {
    expect(fillIn('{__proto__} {toString}', new Map())).toBe('{__proto__} {toString}')
    expect(fillIn('{__proto__}', new Map([['__proto__', 'x']]))).toBe('x')
  })
})

describe('the stored form', () => {
  it('has the name and the white space around it in bold', () => {
    expect(toStoredForm('Hi { name }, {{x}}')).toBe('Hi {<b> name </b>}, {{<b>x</b>}}')
    expect(toPlainText('Hi {<b> name </b>}, {{<b>x</b>}}')).toBe('Hi { name }, {{x}}')
  })

  it('leaves everything else unchanged', () => {
    const body = '<b>loud</b> & <instructions>\t{\n  "a": 1  \n}\n\n</instructions>  '
    expect(toStoredForm(body)).toBe(body)
    expect(toPlainText(body)).toBe(body)
  })
})

describe('making a selection a variable', () => {
  it.each([
    ['Write to |Ada|.', 'Write to {Ada}.'],
    ['Write to| Ada |.', 'Write to {Ada} .'],
    ['|Write to Ada|', '{Write to Ada}'],
    ['{a} |b| {c}', '{a} {b} {c}'],
    ['{\n  |b|\n}', '{\n  {b}\n}'],
  ])('turns %j into %j', (before, after) => expect(wrap(before)).toBe(after))

  it.each([
    'nothing ||',
    'blanks | |',
    '{|name|}',
    '{na|m|e}',
    '{ |name| }',
    '{<b>|name|</b>}',
    '|{name}|',
    'to |Ada {na|me}',
    'two |lines\nhere|',
    'a |<b|',
  ])('is not possible in %j', (marked) => expect(wrap(marked)).toBeUndefined())
})

describe('removing a variable', () => {
  it.each([
    ['{a} and { a } and {b}', 'a and a and {b}'],
    ['{<b>a</b>}', 'a'],
    ['{{a}}', 'a'],
    ['{{ {a} } {a}', '{a a'],
    ['{\n{a}\n}', '{\na\n}'],
    ['{A}', '{A}'],
  ])('turns %j into %j', (before, after) => {
    expect(applyChanges(before, removeVariable(before, 'a'))).toBe(after)
  })

  it('keeps the white space inside the name as typed', () => {
    expect(applyChanges('{two  words}', removeVariable('{two  words}', 'two words'))).toBe(
      'two  words',
    )
  })
})

describe('renaming a variable', () => {
  it('changes every occurrence, and nothing else', () => {
    fc.assert(
      fc.property(text, name, (body, given) => {
        const names = variableNames(body)
        const first = names[0]
        fc.pre(first !== undefined && nameProblem(body, given) === undefined)
        const renamed = applyChanges(body, renameVariable(body, first, given))
        const expected = names.map((one) => (one === first ? given : one))
        const named = withNamed(renamed, expected, new Set())
        expect(variableNames(renamed, named)).toEqual(expected)
        expect(
          parse(renamed, named).map((segment) =>
            segment.kind === 'text' ? segment.source : [segment.name],
          ),
        ).toEqual(
          parse(body).map((segment) => {
            if (segment.kind === 'text') return segment.source
            return [segment.name === first ? given : segment.name]
          }),
        )
      }),
    )
  })

  it.each([
    ['{a} and { a }, {b}', '{c d} and { c d }, {b}'],
    ['{<b> a </b>}{{a}}', '{<b> c d </b>}{{c d}}'],
    ['{A} {ab} a', '{A} {ab} a'],
  ])('turns %j into %j', (before, after) => {
    expect(applyChanges(before, renameVariable(before, 'a', 'c d'))).toBe(after)
  })

  it('keeps a variable that then looks like code', () => {
    const renamed = applyChanges('{a}', renameVariable('{a}', 'a', 'len(x)'))
    const named = withNamed(renamed, ['len(x)'], new Set())
    expect(variableNames(renamed, named)).toEqual(['len(x)'])
  })

  it.each(['', '  ', 'a{', '}', '<b>x</b>', 'a>b', 'two\nlines'])('refuses %j', (given) => {
    expect(nameProblem('{a}', given)).toBe('invalid')
  })

  it.each(['b', ' b ', 'len(x)'])('refuses %j, which the text has already', (given) => {
    expect(nameProblem('{a} {b} {len(x)}', given)).toBe('taken')
  })
})

describe('a text of a megabyte', () => {
  const eighth = 125_000
  const works = {
    parse,
    'make plain': toPlainText,
    store: toStoredForm,
    'remove a variable': (body: string) => removeVariable(body, 'a'),
    'rename a variable': (body: string) => renameVariable(body, 'a', 'b'),
  }

  for (const [work, run] of Object.entries(works)) {
    it.each(['{', '}', '{a', '{}', '{ ', '{<b>', ' }'])(
      `of %j takes time proportional to its length to ${work}`,
      (unit) => {
        const growth = growthOf((length) => run(unit.repeat(length / unit.length)), eighth)
        expect(growth).toBeLessThan(linear)
      },
    )
  }

  it('of blanks in one pair of braces takes linear time, too', () => {
    const growth = growthOf((length) => parse(`{a${' '.repeat(length)}b}`), eighth)
    expect(growth).toBeLessThan(linear)
  })
})

/** The text once the selection between the two bars has become a variable. */
function wrap(marked: string): string | undefined {
  const body = marked.replaceAll('|', '')
  const changes = wrapSelection(body, marked.indexOf('|'), marked.lastIndexOf('|') - 1)
  return changes && applyChanges(body, changes)
}

it('A long text is parsed once, also after another one', () => {
  const [text, other] = ['{a|b}'.repeat(5000), '{b|a}'.repeat(5000)]
  const first = parse(text)
  parse(other)
  expect(parse(text)).toBe(first)
  expect(parse(text, new Set(['c']))).toEqual(first)
})

it('A long text is parsed with its names, too', () => {
  const text = 'Print {len(x)}. '.repeat(2000)
  expect(variableNames(text)).toEqual([])
  expect(variableNames(text, new Set(['len(x)']))).toEqual(['len(x)'])
})
