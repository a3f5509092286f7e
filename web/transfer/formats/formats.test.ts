import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { certainForms, findOtherForms } from '#contract/other-forms/other-forms.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { parse, toPlainText } from '#contract/variables/variables.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'
import type { FormatOptions } from '#contract/transfer/formats/format.ts'

const fixtures = join(import.meta.dirname, '../../../tests/fixtures/import')

/** Reads a fixture: a file, or a directory as if it had been dropped. */
async function read(name: string, options: Partial<FormatOptions> = {}) {
  const base = join(fixtures, name)
  const isFile = /\.\w+$/.test(name)
  const paths = isFile
    ? [base]
    : readdirSync(base, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
  const sources = paths.map((path) => ({
    path: relative(isFile ? join(base, '..') : base, path),
    file: new File([readFileSync(path)], path),
  }))
  return readSources(sources, { takeOver: true, ...options })
}

/** What a person sees of each prompt. */
function shown({ prompts, folders }: LibraryFile) {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (id: string | null): string => {
    const folder = byId.get(id ?? '')
    return folder ? `${pathOf(folder.parentId)}${folder.name}/` : ''
  }
  return prompts.map(({ folderId, name, shortName, prompt, notes, variables }) => ({
    name: pathOf(folderId) + name,
    ...(shortName !== null && { shortName }),
    text: toPlainText(prompt),
    ...(notes !== null && { notes }),
    ...(variables.length > 0 && { variables }),
  }))
}

describe('prompts of', () => {
  it('VS Code have their inputs as variables, and other fields in the notes', async () => {
    const { library, formats, takenOver } = await read('vs-code')
    expect(formats).toEqual([{ id: 'markdown', files: 1 }])
    expect(takenOver).toBe(1)
    expect(shown(library)).toEqual([
      {
        name: '.github/prompts/create-react-form',
        text: 'Your goal is to generate a new React form component named {formName} in ${workspaceFolder}.\n\nFields: {fields}',
        notes:
          'Generate a new React form component\n\nagent: agent\nmodel: GPT-4o\ntools:\n  - search/codebase\n  - githubRepo\nargument-hint: name and fields',
        variables: [{ name: 'formName', kind: 'text', help: 'MyForm' }],
      },
    ])
  })

  it('Claude Code have their arguments as variables', async () => {
    const { library, problems } = await read('claude-code')
    expect(problems).toEqual([])
    expect(shown(library)).toEqual([
      {
        name: '.claude/skills/pdf-forms',
        shortName: 'pdf-forms',
        text: '# PDF forms\n\nRead the form first.',
        notes: 'license: Apache-2.0\nmetadata:\n  version: 1.10',
      },
      {
        name: '.claude/agents/reviewer',
        shortName: 'reviewer',
        text: 'You review code: {arguments}',
        notes:
          'Use this agent when the user asks for a review. Examples:\n\n<example>\nContext: The user has finished a feature\nuser: "Review this"\nassistant: "I\'ll use the reviewer."\n</example>\n\nmodel: sonnet\ntools:\n  - Read\n  - Grep',
      },
      {
        name: '.claude/commands/git/fix-issue',
        text: 'Fix issue #{issue-number} with priority {priority} following our standards. It cost $5,000 last time.',
        notes:
          'Fix an issue\n\nallowed-tools: Bash(git add:*), Bash(git commit:*)\nargument-hint: "[issue-number] [priority]"',
      },
      {
        name: '.claude/commands/optimize',
        text: 'Analyze this code for performance issues: {arguments}',
      },
    ])
  })

  it('Cursor are their text, with fields as it writes them, which are no YAML', async () => {
    const { library, problems } = await read('cursor')
    expect(problems).toEqual([])
    expect(shown(library)).toEqual([
      {
        name: '.cursor/commands/review',
        text: '# Review\n\nReview the current changes. Be kind.',
      },
      {
        name: '.cursor/rules/marks',
        text: 'Be kind.',
        notes: [
          '!important for @team & co\n',
          'applyTo: "**"',
          'owner: "@core"',
          'shell: "`git status`"',
          'share: "%50"',
          'anchor: "&c"',
          'globs:\n  - "*.tsx"\n  - src/**',
          `note: '"Say" it'`,
        ].join('\n'),
      },
      {
        name: '.cursor/rules/typescript',
        text: '- Use `unknown`, never `any`.',
        notes: 'TypeScript: how we write it\n\nglobs: "**/*.ts"\nalwaysApply: false',
      },
      { name: 'next-app', text: 'You know Next.js.\nSee [[docs]].' },
    ])
  })

  it('Gemini are their text, in which what it runs or reads is no variable', async () => {
    const { library, problems } = await read('gemini')
    expect(problems).toEqual([
      { code: 'toml_broken', file: '.gemini/commands/broken.toml', count: 1, line: 1 },
    ])
    expect(shown(library)).toEqual([
      {
        name: '.gemini/commands/git/commit',
        text: 'Write a commit message in the style of {args} for:\n!{git diff --staged}\nFollow @{docs/style.md}.',
        notes: 'Writes a commit message',
        variables: [
          { name: 'git diff --staged', kind: 'literal' },
          { name: 'docs/style.md', kind: 'literal' },
        ],
      },
    ])
  })

  it('Prompty have the values and types of their inputs', async () => {
    const { library, problems } = await read('prompty')
    expect(problems).toEqual([{ code: 'template_kept', file: 'support.prompty', count: 1 }])
    expect(shown(library)).toEqual([
      {
        name: 'Support',
        shortName: 'support',
        text: 'system:\nYou help {firstName}.\n{% for item in history %}\n{{item.content}}\n{% endfor %}\nuser:\n{question}',
        notes: 'Answers customers\n\nauthors:\n  - ada\nmodel:\n  api: chat',
        variables: [
          { name: 'firstName', kind: 'text', default: 'Jane' },
          { name: 'question', kind: 'text', help: 'What they ask' },
        ],
      },
    ])
  })

  it('Jinja, Mustache and Handlebars have their variables, and keep conditions and comments as text', async () => {
    const { library, problems } = await read('templates')
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['template_kept', 'greeting.md.j2'],
      ['template_kept', 'list.hbs'],
    ])
    expect(shown(library)).toEqual([
      { name: 'card', text: 'Hello {name} and {html}.' },
      {
        name: 'greeting',
        text: '{# Only for mails #}\nDear {name}, be {tone} and {mood}.\n{% if late %}Sorry.{% endif %}',
        variables: [{ name: 'tone', kind: 'text', default: 'formal' }],
      },
      { name: 'list', text: '{{#each items}}- {{this}}{{/each}}\nFor {whom}.' },
    ])
    const names = parse(library.prompts[1]?.prompt ?? '').flatMap((part) =>
      part.kind === 'variable' ? part.name : [],
    )
    expect(names).toEqual(['name', 'tone', 'mood'])
  })

  it('lists in JSON, its lines and YAML are found by what their fields are called', async () => {
    const { library, problems, formats } = await read('list')
    expect(formats).toEqual([{ id: 'list', files: 5 }])
    expect(problems).toEqual([
      { code: 'entry_invalid', file: 'dataset.jsonl', count: 1 },
      { code: 'prompt_missing', file: 'promptfooconfig.yaml', count: 1 },
    ])
    expect(shown(library)).toEqual([
      {
        name: 'You are brief.',
        text: 'System:\nYou are brief.\n\nUser:\nExplain {topic}.',
      },
      {
        name: 'Write a poem about {topic}.',
        text: 'Write a poem about {topic}.',
        notes: 'tags:\n  - art',
      },
      { name: 'langchain', text: 'Tell me a {adjective} joke.' },
      { name: 'Translate to {{language}}: {{text}}', text: 'Translate to {language}: {text}' },
      { name: 'Polite', text: 'Translate politely: {text}' },
      { name: 'Critic', text: 'Find what is weak in {text}.', notes: 'creativity: low' },
      { name: 'Work/Mails/Mail', text: 'Write a mail to {whom}.' },
    ])
  })

  it('Fabric are patterns by their folders, and take an input', async () => {
    const { library, formats } = await read('fabric')
    const variables = [{ name: 'input', kind: 'long' }]
    expect(formats).toEqual([{ id: 'fabric', files: 3 }])
    expect(shown(library)).toEqual([
      {
        name: 'patterns/extract wisdom',
        text: '# IDENTITY and PURPOSE\n\nYou extract surprising ideas.\n\n# INPUT\n\nINPUT:\n{input}',
        variables,
      },
      {
        name: 'patterns/write essay',
        text: 'Write an essay in the style of {author_name} about:\n\n{input}',
        variables,
      },
    ])
  })

  it('Dotprompt have the types of their schema, and keep conditions as text', async () => {
    const { library, formats, problems } = await read('dotprompt')
    expect(formats).toEqual([{ id: 'dotprompt', files: 2 }])
    expect(problems).toEqual([{ code: 'template_kept', file: 'menu.prompt', count: 1 }])
    expect(shown(library)).toEqual([
      {
        name: 'greetingPrompt',
        shortName: 'greetingprompt',
        text: 'Greet {name} in {count} sentences in {language}, {mood}. Formally: {formal}.',
        notes:
          'model: googleai/gemini-1.5-flash\nconfig:\n  temperature: 0.7\noutput:\n  format: text',
        variables: [
          { name: 'name', kind: 'text', help: 'whom to greet', default: 'Guest' },
          { name: 'count', kind: 'number', help: 'how many sentences', step: 1 },
          { name: 'language', kind: 'text', required: true },
          {
            name: 'mood',
            kind: 'choice',
            help: 'how it sounds',
            options: [{ value: 'warm' }, { value: 'cool' }],
            default: 'warm',
          },
          { name: 'formal', kind: 'switch', on: 'true', off: 'false' },
        ],
      },
      {
        name: 'menu',
        text: '{{role "system"}}\nA menu for {guests} guests on {day}.\n{{#if vegan}}Vegan.{{/if}}',
        variables: [
          { name: 'guests', kind: 'number', required: true, min: 1, max: 12 },
          { name: 'day', kind: 'date', help: 'which day', format: 'iso', default: '' },
        ],
      },
    ])
  })

  it('Obsidian keep links, lines of dashes, and fields as they are written', async () => {
    const { library, problems } = await read('obsidian')
    expect(problems).toEqual([
      { code: 'front_matter_broken', file: 'Vault/broken.md', count: 1, line: 4 },
    ])
    const dates = library.prompts.map(({ createdAt }) => createdAt)
    const day = '2026-03-01T00:00:00.000Z'
    expect(dates).toEqual([undefined, day, undefined, day, undefined])
    expect(shown(library)).toEqual([
      {
        name: 'Vault/Links',
        text: 'See [[Tone check]] and ![[chart.png]] for [[Note|this]], then ask {whom}.',
      },
      {
        name: 'Vault/Writing/Tone check',
        text: 'Check the tone of {text}.\n\n---\n\nAnswer in a table.',
        notes: '#writing #review\n\naliases: no\nrating: 1.10',
      },
      { name: 'Vault/broken', text: '---\ntitle: "Half\n\tmore: [\n---\nBody.' },
      { name: 'Vault/From Hugo', text: 'Write a page.', notes: '#web\n\ndraft: true' },
      { name: 'Vault/line', text: '---\nA text between lines, and no fields.\n---\nBelow.' },
    ])
  })

  it('espanso have the fields of forms, lists and dates, and no programs', async () => {
    const { library, problems } = await read('espanso.yml')
    expect(problems).toEqual([
      { code: 'prompt_missing', file: 'espanso.yml', count: 1, line: 61 },
      { code: 'variable_simplified', file: 'espanso.yml', count: 1, line: 39, name: 'run' },
    ])
    expect(shown(library)).toEqual([
      {
        name: ':greet',
        shortName: 'greet',
        text: 'Hey {name},\n{text}\nBest in {tone}, {city}',
        notes: ':greet',
        variables: [
          { name: 'text', kind: 'long' },
          {
            name: 'tone',
            kind: 'choice',
            options: [{ value: 'warm' }, { value: 'cool' }],
            default: 'warm',
          },
          { name: 'city', kind: 'choice', options: [{ value: 'Rome' }, { value: 'Paris' }] },
        ],
      },
      {
        name: 'Signature',
        shortName: 'sig',
        text: 'Regards, {myname}, {now}',
        notes: ':sig, :me\n#bye',
        variables: [
          { name: 'myname', kind: 'text', default: 'John' },
          { name: 'now', kind: 'date' },
        ],
      },
      {
        name: ':pick',
        shortName: 'pick',
        text: '{output} and {file} and {run}',
        notes: ':pick',
        variables: [
          {
            name: 'output',
            kind: 'choice',
            options: [{ value: 'bar', label: 'Every moment' }, { value: 'Plain' }],
          },
          { name: 'file', kind: 'text', default: 'notes.txt' },
        ],
      },
    ])
  })

  it('espanso have a folder for each file or package, and a broken one keeps no other out', async () => {
    const { library, problems } = await read('espanso-hub')
    expect(problems).toEqual([{ code: 'entry_invalid', file: 'match/base.yml', count: 1, line: 5 }])
    expect(shown(library).map(({ name, text }) => [name, text])).toEqual([
      ['match/base/:good', 'Good'],
      ['match/base/:fine', 'Fine'],
      ['packages/kaomoji/:shrug', 'Shrug'],
    ])
  })

  it('Open WebUI have the types of their variables', async () => {
    const { library, problems } = await read('json/open-webui.json')
    expect(problems).toEqual([{ code: 'prompt_missing', file: 'open-webui.json', count: 1 }])
    expect(library.prompts[0]?.updatedAt).toBe('2025-01-15T12:00:00.000Z')
    expect(shown(library)).toEqual([
      {
        name: 'Summarize',
        shortName: 'summarize',
        text: 'Today is {CURRENT_DATE}. Summarize {text} in a {tone} tone.',
        variables: [
          { name: 'CURRENT_DATE', kind: 'date', format: 'iso' },
          { name: 'text', kind: 'long', required: true },
          {
            name: 'tone',
            kind: 'choice',
            default: 'warm',
            options: [{ value: 'warm' }, { value: 'cool' }],
          },
        ],
      },
      {
        name: 'Review',
        shortName: 'review',
        text: 'Review {code} with {depth}.',
        notes: '#dev',
        variables: [{ name: 'depth', kind: 'number', min: 1, max: 5 }],
      },
    ])
  })

  it('massCode have a prompt for each fragment, in its folders', async () => {
    const { library } = await read('json/masscode.json')
    const notes = 'For customers\n\n#mail'
    expect(shown(library)).toEqual([
      {
        name: 'Work/Mails/Reply: Short',
        text: 'Thank {name} in one line.',
        notes,
      },
      { name: 'Work/Mails/Reply: Long', text: 'Thank {name} warmly.', notes },
      { name: 'Alone', text: 'Say it.' },
    ])
    expect(library.prompts.map(({ isFavourite }) => isFavourite)).toEqual([1, 1, 0])
    expect(library.prompts[0]?.updatedAt).toBe('2023-11-14T22:13:21.000Z')
  })

  it('Raycast have their arguments as variables', async () => {
    const { library } = await read('json/raycast.json')
    expect(shown(library)).toEqual([
      {
        name: 'Reply',
        shortName: 'reply',
        text: 'Dear {person}, in a {tone} tone on {date}:\n{clipboard}',
        notes: '!reply',
        variables: [
          {
            name: 'tone',
            kind: 'choice',
            options: [{ value: 'warm' }, { value: 'cool' }],
            default: 'warm',
          },
          { name: 'date', kind: 'date' },
        ],
      },
      { name: 'Address', text: 'Somewhere 1' },
    ])
  })

  it('Langfuse have their versions, and the messages of chats', async () => {
    const { library } = await read('json/langfuse.json')
    expect(shown(library)).toEqual([
      {
        name: 'support/movie-critic',
        shortName: 'movie-critic',
        text: 'As a critic, do you like {movie}?',
        notes: 'Say who asks\n\n#film\n\ntemperature: 0.5',
      },
      {
        name: 'chat',
        shortName: 'chat',
        text: 'System:\nYou are a {level} critic\n\n{history}\n\nUser:\nIs it good?',
      },
    ])
    expect(library.versions).toEqual([
      expect.objectContaining({
        promptId: library.prompts[0]?.id,
        prompt: 'Do you like {<b>movie</b>}?',
        writtenAt: '2026-01-01T00:00:00.000Z',
        label: 'production',
      }),
    ])
  })
})

describe('our own file', () => {
  it('keeps everything that is sound', async () => {
    const { library, problems } = await read('json/promptshelf.json')
    expect(problems).toEqual([
      { code: 'entry_invalid', file: 'promptshelf.json', count: 1 },
      { code: 'variable_simplified', file: 'promptshelf.json', count: 1, name: 'Mail' },
      { code: 'short_name_changed', file: 'promptshelf.json', count: 1, name: 'Mail' },
    ])
    expect(library.folders).toEqual([
      { id: 'f1', parentId: null, name: 'Outer', color: '4ECDC4' },
      { id: 'f2', parentId: 'f1', name: 'Inner', color: 'FF6B6B' },
      { id: 'f3', parentId: null, name: 'In itself', color: 'f1f5f9' },
    ])
    expect(library.prompts).toEqual([
      {
        id: 'p1',
        folderId: 'f2',
        name: 'Mail',
        shortName: 'mail-to',
        whenToUse: 'For each mail',
        color: '4ECDC4',
        prompt: 'Write to {<b>name</b>}.',
        notes: null,
        variables: [{ name: 'name', kind: 'later', shape: 'round' }],
        valueSets: [{ name: 'Ada', values: [{ name: 'name', value: 'Ada' }] }],
        isFavourite: 1,
        usedAt: '2026-11-01T00:00:00.000Z',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
      },
    ])
    expect(library.trash).toMatchObject([{ id: 't1', name: 'Old' }])
    expect(library.trashedPrompts).toMatchObject([{ trashId: 't1', name: 'Old', prompt: 'Gone' }])
    expect(library.versions).toMatchObject([{ promptId: 'p1', label: 'First', prompt: 'Write.' }])
  })

  it('is read together with others without mixing their ids', async () => {
    const text = readFileSync(join(fixtures, 'json/promptshelf.json'))
    const sources = ['a.json', 'b.json'].map((path) => ({ path, file: new File([text], path) }))
    const { library } = await readSources(sources, { takeOver: true })
    expect(new Set(library.prompts.map(({ id }) => id)).size).toBe(2)
    expect(library.versions.map(({ promptId }) => promptId)).toEqual(
      library.prompts.map(({ id }) => id),
    )
  })
})

describe('tables', () => {
  it('have a short name of each command that is one word', async () => {
    const text = 'Title,Keyword,Prompt\nMail,;Mail_to,Write.\nPost,"social, posts",Post.\n'
    const file = new File([text], 'a.csv')
    const { library } = await readSources([{ path: 'a.csv', file }], { takeOver: true })
    expect(library.prompts.map(({ shortName }) => shortName)).toEqual(['mail-to', null])
  })

  it('are read with any separator, line ends and headings', async () => {
    const { library, tables, problems } = await read('tables')
    expect(problems).toEqual([{ code: 'csv_broken', file: 'broken.csv', count: 1, line: 3 }])
    expect(shown(library)).toEqual([
      {
        name: 'Standup',
        text: 'Summarize what the team did, in three lines.',
        notes: 'Tags: team\nCreated: March 1, 2026',
      },
      { name: 'Good', text: 'Fine' },
      { name: 'Bad', text: 'never closed\nand so on\n' },
      { name: 'Post/Privat/Gruß', text: 'Schreibe an {Name};\nund mehr', notes: 'Sprache: de' },
      {
        name: 'Ohne Titel: ein langer Text, der keinen Titel hat und also…',
        text: 'Ohne Titel: ein langer Text, der keinen Titel hat und also mit seinen ersten Worten heißt',
      },
      { name: '=2+2', text: '=HYPERLINK("x")' },
      {
        name: 'Poet',
        text: 'Write a poem about {topic}.',
        variables: [{ name: 'topic', kind: 'text', default: 'rain' }],
      },
      { name: 'Critic', text: 'Be kind.' },
      { name: 'Short', text: expect.stringMatching(/^A long text/) as string },
      { name: 'Other', text: expect.stringMatching(/has a "quote"$/) as string },
      { name: 'Poem', text: 'Write a poem about {topic}' },
      { name: 'Song', text: 'Write a song' },
    ])
    expect(tables.map(({ path, isSure, rowCount }) => [path, isSure, rowCount])).toEqual([
      ['Prompts 0123456789abcdef0123456789abcdef.csv', true, 1],
      ['broken.csv', true, 2],
      ['excel-german.csv', true, 3],
      ['mac.tsv', true, 2],
      ['no-headings.csv', false, 2],
      ['poems.csv', false, 2],
    ])
  })

  it.each([
    ['Kategorie,Irgendwas\nMail,Schreibe eine Mail an den Kunden und sei höflich', true, 1],
    ['Title,Anything\nPoem,Write', true, 1],
    ['Thema,Auftrag\nGedicht,Schreib ein Gedicht über den Regen im Mai', true, 1],
    ['Write a poem,Write a song\nWrite a mail,Write a note', false, 2],
    ['Be brief.,x\nBe kind and patient with whoever asks you for something,y', false, 2],
  ])('lose no row that may be a prompt: %j', async (text, hasHeadings, prompts) => {
    const source = { path: 'a.csv', file: new File([text], 'a.csv') }
    const { library, tables } = await readSources([source], { takeOver: true })
    expect(tables[0]?.choice.hasHeadings).toBe(hasHeadings)
    expect(tables[0]?.isSure).toBe(false)
    expect(library.prompts).toHaveLength(prompts)
  })

  it('are read with the columns asked for', async () => {
    const { library, tables } = await read('tables/excel-german.csv', {
      columns: {
        'excel-german.csv': {
          hasHeadings: true,
          prompt: 0,
          name: 3,
          notes: 1,
          folder: null,
          others: [],
        },
      },
    })
    expect(tables[0]?.choice.prompt).toBe(0)
    expect(shown(library)).toEqual([
      { name: 'de', text: 'Gruß', notes: 'Schreibe an {Name};\nund mehr' },
      { name: '=2+2', text: '=2+2', notes: '=HYPERLINK("x")' },
    ])
  })

  it('of prompts.chat come in whole: 1,282 prompts, each byte for byte', async () => {
    const csv = readFileSync(join(fixtures, '../prompts.csv'))
    const source = { path: 'prompts.csv', file: new File([csv], 'prompts.csv') }
    const rows = parseCsv<{ act: string; prompt: string }>(csv, { columns: true })

    const asWritten = await readSources([source], { takeOver: false })
    expect(asWritten.problems).toEqual([])
    expect(asWritten.library.prompts.map(({ prompt }) => toPlainText(prompt))).toEqual(
      rows.map(({ prompt }) => prompt.replaceAll(/\r\n?/g, '\n')),
    )
    expect(asWritten.library.prompts.map(({ name }) => name)).toEqual(
      rows.map(({ act }) => act.trim().replaceAll(/\s+/g, ' ')),
    )

    const { library, takenOver, problems } = await readSources([source], { takeOver: true })
    expect(problems).toMatchObject([{ code: 'defaults_differ', file: 'prompts.csv' }])
    const withForms = rows.filter(({ prompt }) => findOtherForms(prompt, certainForms).length > 0)
    expect(takenOver).toBe(withForms.length)
    for (const [at, { prompt }] of rows.entries()) {
      const text = prompt.replaceAll(/\r\n?/g, '\n')
      const found = findOtherForms(text, certainForms)
      const taken = library.prompts[at]
      const names = parse(taken?.prompt ?? '').flatMap((part) =>
        part.kind === 'variable' ? part.name : [],
      )
      expect(names).toEqual(expect.arrayContaining(found.map(({ name }) => name)))
      const defaults = new Map(found.toReversed().map(({ name, setting }) => [name, setting]))
      for (const { name, default: start } of taken?.variables ?? []) {
        expect(found.some((one) => one.name === name && one.setting?.default === start)).toBe(true)
        expect(defaults.has(name)).toBe(true)
      }
    }
  })
})

describe('plain text', () => {
  it('is a prompt named after its file, in whatever encoding', async () => {
    const western = await read('windows-1252.txt')
    expect(western.problems).toMatchObject([{ code: 'encoding_guessed', line: 1 }])
    expect(shown(western.library)).toEqual([
      { name: 'windows-1252', text: 'äöü: Schreibe höflich.' },
    ])
    const { library } = await read('utf-16.txt')
    expect(shown(library)).toEqual([{ name: 'utf-16', text: 'Hi {name}' }])
  })

  it('of the clipboard is named after its beginning, or read as the file that it is', async () => {
    const paste = async (text: string) => {
      const file = new File([text], 'clipboard.txt')
      return readSources([{ path: 'clipboard.txt', file }], { takeOver: true })
    }
    const plain = await paste('# Be brief\n\nAnswer [[question]].')
    expect(shown(plain.library)).toEqual([
      { name: 'Be brief', text: '# Be brief\n\nAnswer {question}.' },
    ])
    const json = await paste('[{"name":"Reply","text":"Dear {cursor}"}]')
    expect(shown(json.library)).toEqual([{ name: 'Reply', text: 'Dear ' }])
    const markdown = await paste('---\nname: Kind\n---\nBe kind.')
    expect(shown(markdown.library)).toEqual([{ name: 'Kind', shortName: 'kind', text: 'Be kind.' }])
  })
})
