import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from '#contract/variables/variables.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'
import { fixtures, read, shown } from '#tests/fixtures/read-import.ts'

describe('prompts of', () => {
  it('VS Code get their inputs as variables, and other fields in the notes', async () => {
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

  it('Claude Code get their arguments as variables', async () => {
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

  it('Cursor keep their text and their fields, which are not valid YAML', async () => {
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

  it('Gemini keep their text, in which commands and file references are not variables', async () => {
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

  it('Prompty keep the values and types of their inputs', async () => {
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

  it('Jinja, Mustache and Handlebars keep their variables, and conditions and comments as text', async () => {
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

  it('lists in JSON, JSON lines and YAML are detected by the names of their fields', async () => {
    const { library, problems, formats } = await read('list')
    expect(formats).toEqual([{ id: 'list', files: 7 }])
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
      {
        name: 'f-string',
        text: 'Write {braces} and {"joke": "{topic}"} about {topic}.',
        variables: [{ name: 'braces', kind: 'literal' }],
      },
      { name: 'langchain', text: 'Tell me a {adjective} joke.' },
      { name: 'Translate to {{language}}: {{text}}', text: 'Translate to {language}: {text}' },
      { name: 'Polite', text: 'Translate politely: {text}' },
      { name: 'Critic', text: 'Find what is weak in {text}.', notes: 'creativity: low' },
      { name: 'serialized', text: 'What is there to see in {city}?' },
      { name: 'Work/Mails/Mail', text: 'Write a mail to {whom}.' },
    ])
  })

  it('Fabric are named after their folders, and have an input', async () => {
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

  it('Dotprompt keep the types of their schema, and conditions as text', async () => {
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
})

describe('our own file', () => {
  it('keeps all valid parts', async () => {
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

describe('plain text', () => {
  it('is a prompt named after its file, in any encoding', async () => {
    const western = await read('windows-1252.txt')
    expect(western.problems).toMatchObject([{ code: 'encoding_guessed', line: 1 }])
    expect(shown(western.library)).toEqual([
      { name: 'windows-1252', text: 'äöü: Schreibe höflich.' },
    ])
    const { library } = await read('utf-16.txt')
    expect(shown(library)).toEqual([{ name: 'utf-16', text: 'Hi {name}' }])
  })

  it('from the clipboard is named after its beginning, or parsed as the format that it has', async () => {
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
