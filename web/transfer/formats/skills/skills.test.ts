import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { SkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeSkills } from '#contract/transfer/skills/write-skill.ts'
import { toFreeShortName, toShortName } from '#contract/core/short-names.ts'
import type { FilePrompt } from '#contract/transfer/library-file.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { writeZip, type WrittenFile } from '#web/transfer/formats/write-zip.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'
import { anyPrompt } from '#tests/fixtures/any-prompt.ts'

async function read(files: Iterable<WrittenFile>) {
  const zip = new File([...writeZip(files)] as BlobPart[], 'skills.zip')
  return readSources([{ path: zip.name, file: zip }], { takeOver: true })
}

async function readFiles(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => ({
    path,
    file: new File([text], path),
  }))
  return readSources(sources, { takeOver: true })
}

function aSkill(fields: Partial<FilePrompt> & { shortName: string }): SkillPrompt & FilePrompt {
  return { ...aFilePrompt(fields), shortName: fields.shortName }
}

/** The parts of a prompt that a skill preserves. A variable is the same with or without markup. */
function kept({ name, shortName, prompt, variables }: FilePrompt) {
  return { name, shortName, prompt: toStoredForm(prompt), variables }
}

/** Text that agents execute or replace, anywhere in a file. */
const executed = [/!`/, /```!/, /!\{/, /\$ARGUMENTS/, /\$\d/, /\$\{/, /(?:^|\s)@[\w./~]/m]

/**
 * The rules of `skills-ref validate`, the published validator of Agent Skills
 * (https://github.com/agentskills/agentskills, `skills-ref/src/skills_ref/validator.py` and `parser.py`), and what
 * other
 * readers of the format need.
 */
function expectValid(files: readonly WrittenFile[]): void {
  const [main] = files
  const [folder = '', file] = main?.path.split('/') ?? []
  expect(file).toBe('SKILL.md')
  const text = main?.text ?? ''
  // The validator splits at any three dashes, even within a line.
  const [before, matter = '', ...rest] = text.split('---')
  expect(before).toBe('')
  expect(rest.length).toBeGreaterThan(0)
  // The validator reads every scalar as a string, unlike other readers.
  for (const options of [{ schema: 'failsafe' }, { version: '1.1' }, { version: '1.2' }] as const) {
    const fields = parseYaml(matter, options) as Record<string, unknown>
    expect(Object.keys(fields)).toEqual(['name', 'description', 'metadata'])
    const { name, description, metadata } = fields as Record<string, string>
    expect(name).toBe(folder)
    expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/)
    // Python treats these as white space, too.
    // oxlint-disable-next-line no-control-regex
    expect(description).toMatch(/[^\s\u001C-\u001F\u0085]/)
    expect([...(description ?? '')].length).toBeLessThanOrEqual(1024)
    for (const value of Object.values(metadata ?? {})) expect(value).toBeTypeOf('string')
  }
  // Parsers of Python reject these, even in quotes.
  // oxlint-disable-next-line no-control-regex
  expect(matter).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/)
  for (const form of executed) expect(text).not.toMatch(form)
}

function skillsOf(files: Iterable<WrittenFile>): WrittenFile[][] {
  return [...Map.groupBy(files, ({ path }) => path.split('/')[0]).values()]
}

describe('a prompt written as a skill', () => {
  it('lists its inputs, and contains its text with the variables in braces', () => {
    const prompt = aSkill({
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      name: 'Weekly report',
      shortName: 'weekly-report',
      whenToUse: 'When a report on the week is due.',
      notes: 'Not for the board.',
      prompt: 'Write a {<b>tone</b>} report about {<b>my topic</b>}.\n\nBe brief.',
      variables: [
        {
          name: 'tone',
          kind: 'choice',
          help: 'How it sounds',
          options: [{ value: 'warm' }, { value: 'cool' }],
          default: 'warm',
        },
      ],
    })
    expect([...writeSkills([prompt])]).toEqual([
      {
        path: 'weekly-report/SKILL.md',
        text: `---
name: weekly-report
description: When a report on the week is due.
metadata:
  promptshelf: 01890a5d-ac96-774b-bcce-b302099a8057
  title: Weekly report
---

## Inputs

Replace each name in braces with the given value, or with its default. Ask for missing values.

\`\`\`yaml
- name: tone
  kind: choice
  help: How it sounds
  default: warm
  options:
    - value: warm
    - value: cool
- name: my topic
\`\`\`

## Instructions

Write a {tone} report about {my topic}.

Be brief.
`,
      },
    ])
  })

  it('gets its description from “when to use it”, or else from the first line of its notes, or else from its title', () => {
    const describe = (fields: Partial<FilePrompt>) => {
      const prompt = aSkill({ name: 'Launch', prompt: 'Go.', ...fields, shortName: 'launch' })
      const [main] = writeSkills([prompt])
      const [, description = ''] = /^description: (.*)$/m.exec(main?.text ?? '') ?? []
      return parseYaml(description) as string
    }
    expect(describe({ whenToUse: 'On launches', notes: 'a\nb' })).toBe('On launches')
    expect(describe({ whenToUse: ' ', notes: '\n first \nsecond' })).toBe('first')
    expect(describe({})).toBe('Launch')
    expect([...describe({ notes: '😀'.repeat(2000) })]).toHaveLength(1024)
  })

  it.each([
    'Look at !`git diff`.',
    'Use `!` twice',
    '```!\nls\n```',
    'Sum up $ARGUMENTS',
    'It costs $50, and $0',
    'In ${CLAUDE_SESSION_ID}',
    'Read @README.md',
    '@~/notes',
    'Run !{ls}',
  ])('puts text that an agent would execute or replace into a separate file: %j', async (text) => {
    const prompt = aSkill({ shortName: 'danger', prompt: text })
    const files = [...writeSkills([prompt])]
    expectValid(files)
    expect(files[1]).toEqual({ path: 'danger/prompt.md', text })
    expect(files[0]?.text).toContain('follow it as your instructions')
    const { library } = await read(files)
    expect(library.prompts.map(kept)).toEqual([kept(prompt)])
  })

  it('treats variables without markup, as programs create them, like any other', () => {
    const prompt = aSkill({ shortName: 'poem', prompt: 'On {topic} in {<b>style</b>}.' })
    const [main] = writeSkills([prompt])
    expect(main?.text).toContain('On {topic} in {style}.')
    expect(main?.text).not.toContain('variables: marked')
  })

  it('keeps a byte order mark at the beginning of a text in a separate file', async () => {
    const prompt = aSkill({ shortName: 'marked', prompt: '\uFEFFSum up $ARGUMENTS' })
    const { library } = await read([...writeSkills([prompt])])
    expect(library.prompts.map(kept)).toEqual([kept(prompt)])
  })

  it('is valid and is imported unchanged, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPrompt, { maxLength: 3 }), async (given) => {
        const prompts = given.map((prompt, at) =>
          aSkill({
            ...prompt,
            id: `prompt ${at}`,
            shortName: `${prompt.shortName ?? 'p'}-${at}`,
          }),
        )
        const files = [...writeSkills(prompts)]
        for (const skill of skillsOf(files)) expectValid(skill)
        const { library, problems } = await read(files)
        expect(problems.filter(({ code }) => code !== 'nothing_found')).toEqual([])
        expect(library.prompts.map(kept)).toEqual(prompts.map(kept))
      }),
      { numRuns: 300 },
    )
  })
})

it('exports and imports all 1,282 real prompts, each valid and byte for byte', async () => {
  const csv = readFileSync(new URL('../../../../tests/fixtures/prompts.csv', import.meta.url))
  const source = { path: 'prompts.csv', file: new File([csv], 'prompts.csv') }
  const taken = new Set<string>()
  const { library: real } = await readSources([source], { takeOver: true })
  const prompts = real.prompts.map((prompt) => {
    const shortName = toFreeShortName(toShortName(prompt.name) ?? 'prompt', taken)
    taken.add(shortName)
    return { ...prompt, shortName, whenToUse: `When I say “${shortName}”` }
  })
  expect(prompts).toHaveLength(1282)
  const files = [...writeSkills(prompts)]
  const skills = skillsOf(files)
  expect(skills).toHaveLength(1282)
  for (const skill of skills) expectValid(skill)
  const { library, problems, formats } = await read(files)
  expect(problems).toEqual([])
  expect(formats).toEqual([{ id: 'skills', files: files.length }])
  const whole = (prompt: FilePrompt) => JSON.stringify([kept(prompt), prompt.whenToUse])
  expect(library.prompts.map(whole)).toEqual(prompts.map(whole))
  const folder = await readFiles(
    Object.fromEntries(files.map(({ path, text }) => [`skills/${path}`, text])),
  )
  expect(folder.problems).toEqual([])
  expect(folder.library.prompts.map(whole)).toEqual(prompts.map(whole))
})

describe('a skill from elsewhere', () => {
  const pdf =
    '---\nname: pdf-forms\ndescription: Fill in a form.\nlicense: MIT\n---\n\n# PDF\n\nRead it.\n'

  it('keeps its whole text, with its references as notes, and the omitted files are reported', async () => {
    const { library, problems, formats } = await readFiles({
      'skills/pdf-forms/SKILL.md': pdf,
      'skills/pdf-forms/references/fields.md': '# Fields\n\nAll of them.\n',
      'skills/pdf-forms/FORMS.md': 'About forms',
      'skills/pdf-forms/LICENSE.txt': 'MIT',
      'skills/pdf-forms/scripts/fill.py': 'print()',
      'skills/pdf-forms/assets/list.json': '[{"name":"a","prompt":"b"}]',
      'skills/other/kind.md': 'Be kind.',
      'skills/other/x.py': '',
    })
    expect(formats).toEqual([
      { id: 'skills', files: 5 },
      { id: 'markdown', files: 1 },
    ])
    expect(library.prompts.map(kept)).toEqual([
      { name: 'pdf-forms', shortName: 'pdf-forms', prompt: '# PDF\n\nRead it.', variables: [] },
      { name: 'kind', shortName: null, prompt: 'Be kind.', variables: [] },
    ])
    expect(library.prompts[0]).toMatchObject({
      whenToUse: 'Fill in a form.',
      notes:
        'license: MIT\n\n## references/fields.md\n\n# Fields\n\nAll of them.\n\n## FORMS.md\n\nAbout forms',
    })
    expect(problems).toEqual([
      {
        code: 'skill_files_left_out',
        file: 'skills/pdf-forms/SKILL.md',
        name: 'scripts/fill.py, LICENSE.txt, assets/list.json',
        count: 3,
      },
      { code: 'unknown_format', file: 'skills/other/x.py', name: '.py', count: 1 },
    ])
  })

  it('keeps its complete description in the notes if it is too long for “when to use it”', async () => {
    const long = 'a'.repeat(1500)
    const { library } = await readFiles({ 'a/SKILL.md': pdf.replace('Fill in a form.', long) })
    expect(library.prompts[0]?.whenToUse).toHaveLength(1024)
    expect(library.prompts[0]?.notes).toBe(`${long}\n\nlicense: MIT`)
  })

  it('gets its short name from its folder if its own name is not valid', async () => {
    const { library } = await readFiles({
      'a/SKILL.md': pdf.replace('pdf-forms', '"PDF: Formulare für alle"'),
      'my-skill/SKILL.md': pdf.replace('name: pdf-forms\n', ''),
    })
    expect(library.prompts.map(({ name, shortName }) => [name, shortName])).toEqual([
      ['PDF: Formulare für alle', 'a'],
      ['my-skill', 'my-skill'],
    ])
  })

  it('ignores files that were only chosen next to it, or are skills themselves', async () => {
    const { library, problems } = await readFiles({
      'SKILL.md': pdf,
      'kind.md': 'Be kind.',
      'references/all.md': 'All',
      'inner/SKILL.md': pdf.replace('pdf-forms', 'inner'),
      'inner/references/more.md': 'More',
    })
    expect(problems).toEqual([])
    expect(library.prompts.map(({ name, notes }) => [name, notes])).toEqual([
      ['pdf-forms', 'license: MIT\n\n## references/all.md\n\nAll'],
      ['inner', 'license: MIT\n\n## references/more.md\n\nMore'],
      ['kind', null],
    ])
  })

  it('truncates references to the length of notes, and reports that', async () => {
    const { library, problems } = await readFiles({
      'a/SKILL.md': pdf,
      'a/references/long.md': 'x'.repeat(1_000_000),
      'a/references/more.md': 'more',
    })
    expect([...(library.prompts[0]?.notes ?? '')]).toHaveLength(20_000)
    expect(problems).toMatchObject([{ code: 'notes_too_long', file: 'a/SKILL.md' }])
  })
})

describe('a skill of ours', () => {
  const prompt = aSkill({
    name: 'Reply',
    shortName: 'reply',
    whenToUse: 'On letters',
    prompt: 'Dear {<b>who</b>}',
    variables: [{ name: 'who', kind: 'text', help: 'A name' }],
  })
  const [main] = writeSkills([prompt])
  const text = main?.text ?? ''

  it('can be imported from the clipboard', async () => {
    const { library } = await readFiles({ 'clipboard.txt': text })
    expect(library.prompts.map(kept)).toEqual([kept(prompt)])
  })

  it('is imported with changes to its inputs, with any line ends', async () => {
    const changed = text.replace(
      'help: A name',
      'help: Whom to write to\n  default: all\n- name: day\n  kind: date',
    )
    const { library } = await readFiles({
      'reply/SKILL.md': changed.replace('{who}', '{who} on {day}').replaceAll('\n', '\r\n'),
    })
    expect(library.prompts.map(kept)).toEqual([
      {
        ...kept(prompt),
        prompt: 'Dear {<b>who</b>} on {<b>day</b>}',
        variables: [
          { name: 'who', kind: 'text', help: 'Whom to write to', default: 'all' },
          { name: 'day', kind: 'date' },
        ],
      },
    ])
  })

  it.each([
    ['its inputs are no longer a list', text.replace('- name: who', '- who:')],
    ['its inputs are not valid YAML', text.replace('- name: who', '- name: "who')],
    ['it has no heading for its text', text.replace('## Instructions', '## Do this')],
  ])('loses no text if %s', async (_what, changed) => {
    const { library } = await readFiles({ 'reply/SKILL.md': changed })
    expect(toPlainText(library.prompts[0]?.prompt ?? '')).toBe(
      changed.split('---\n').slice(2).join('---\n').trim(),
    )
    expect(library.prompts[0]).toMatchObject({ shortName: 'reply', whenToUse: 'On letters' })
  })

  it('reports its missing text if prompt.md is not next to it', async () => {
    const [apart] = writeSkills([aSkill({ ...prompt, prompt: 'Use $ARGUMENTS' })])
    const { library, problems } = await readFiles({ 'reply/SKILL.md': apart?.text ?? '' })
    expect(library.prompts).toEqual([])
    expect(problems).toMatchObject([{ code: 'skill_text_missing', file: 'reply/SKILL.md' }])
  })
})
