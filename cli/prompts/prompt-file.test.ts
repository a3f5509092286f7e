import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { editedFields, pickFields } from '#contract/library/prompts.ts'
import { writeYaml } from '#contract/core/write-yaml.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { noOthers, readPromptFile, writePromptFile, type FilePrompt } from './prompt-file.ts'
import { realPrompts } from '#bench/data/library.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'
import { anyPrompt } from '#tests/fixtures/any-prompt.ts'
import { writePrompt } from '#web/transfer/formats/markdown/own-markdown.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Empty notes equal null, -0 equals 0, and each variable has its markup. */
const known = anyPrompt.map((prompt) => {
  const stored = JSON.parse(JSON.stringify(prompt)) as typeof prompt
  return { ...stored, notes: prompt.notes || null, prompt: toStoredForm(prompt.prompt) }
})

function fieldsOf(prompt: FilePrompt): FilePrompt {
  return pickFields(prompt, editedFields)
}

function write(prompt: FilePrompt): string {
  return writePromptFile({ id, prompt, others: noOthers })
}

it('round-trips with any content', () => {
  fc.assert(
    fc.property(known, (prompt) => {
      const { prompt: read, id: readId } = readPromptFile(write(fieldsOf(prompt)), 'File')
      expect(read).toEqual(fieldsOf(prompt))
      expect(readId).toBe(id)
    }),
    { numRuns: 1000 },
  )
})

it('round-trips with each real prompt, in our file and in that of the export', async () => {
  for (const { name, prompt } of await realPrompts()) {
    const given = aFilePrompt({ name, prompt: toStoredForm(prompt) })
    expect(readPromptFile(write(fieldsOf(given)), 'File').prompt).toEqual(fieldsOf(given))
    expect(readPromptFile(writePrompt(given), 'File').prompt).toEqual(fieldsOf(given))
  }
})

it('can be imported, and exported files can be read', async () => {
  await fc.assert(
    fc.asyncProperty(known, async (prompt) => {
      expect(readPromptFile(writePrompt({ ...prompt, id, folderId: null }), 'File').prompt).toEqual(
        fieldsOf(prompt),
      )
      const file = new File([write(fieldsOf(prompt))], 'prompt.md')
      const { library } = await readSources([{ path: file.name, file }], { takeOver: true })
      expect(library.prompts.map((read) => fieldsOf(read))).toEqual([fieldsOf(prompt)])
    }),
    { numRuns: 200 },
  )
})

it.each([
  '',
  '\n',
  'a',
  'a\n',
  'a\r\nb\r\n',
  '---\nname: x\n---\n',
  '\uFEFFa',
  'x\n'.repeat(70_000),
])('keeps a body byte for byte', (prompt) => {
  const given = fieldsOf(aFilePrompt({ prompt }))
  const file = write(given)
  expect(readPromptFile(file, '').prompt).toEqual(given)
  expect(readPromptFile(`\uFEFF${file}`, '').prompt).toEqual(given)
})

it('reads files as people and their editors write them', () => {
  const file = [
    '\uFEFF---',
    '# Mine',
    'name: Note: weekly',
    'tags: [a, b]',
    'description: >-',
    '  For the',
    '  team',
    'promptshelf:',
    '    color: "#ff6b6b"',
    '    shortName: 2026',
    '    later: {a: 1}',
    '    variables:',
    '    - name: tone',
    '      kind: choice',
    '      options: [warm, {value: 5, label: five}] # two',
    '      default: 5',
    '      required: true',
    '',
    'mine: |',
    '  # no comment',
    '---',
    'Be {tone}.',
    '',
  ].join('\r\n')
  const read = readPromptFile(file, 'File')
  expect(read).toEqual({
    prompt: {
      name: 'Note: weekly',
      shortName: '2026',
      whenToUse: null,
      color: 'FF6B6B',
      notes: 'For the team',
      prompt: 'Be {<b>tone</b>}.',
      variables: [
        {
          name: 'tone',
          kind: 'choice',
          options: [{ value: 'warm' }, { value: '5', label: 'five' }],
          default: '5',
          required: true,
        },
      ],
    },
    others: { lines: ['tags: [a, b]', '', 'mine: |', '  # no comment'], own: ['  later: {a: 1}'] },
  })
  // Other tools' fields stay, wherever they are.
  expect(readPromptFile(writePromptFile(read), 'File')).toEqual(read)
  expect(readPromptFile('Just {text}\r\n', 'File').prompt).toMatchObject({
    name: 'File',
    prompt: 'Just {<b>text</b>}',
  })
  expect(readPromptFile('---\nA rule\n---\n', 'File').prompt.prompt).toBe('---\nA rule\n---')
})

it('reports the line of invalid front matter', () => {
  const file = '---\nname: x\npromptshelf:\n    color: red\n  x: 1\n---\n'
  expect(() => readPromptFile(file, '')).toThrow('broken in line 5')
  expect(() => readPromptFile('---\npromptshelf:\n  variables: none\n---\n', '')).toThrow('line 2')
})

it('writes YAML that its library reads', () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), value),
      fc.boolean(),
      (given, hasLines) => {
        const plain = JSON.parse(JSON.stringify(given).replaceAll(/-0(?![\d.])/g, '0')) as object
        const yaml = writeYaml(plain, { hasLines })
        expect(parseYaml(yaml)).toEqual(plain)
      },
    ),
    { numRuns: 500 },
  )
})
