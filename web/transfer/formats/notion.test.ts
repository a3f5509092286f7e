import { expect, test } from 'vitest'
import { toPlainText } from '#contract/variables/variables.ts'
import { shown } from '#tests/fixtures/read-import.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'

const id = (letter: string) => letter.repeat(32)

function read(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => ({
    path,
    file: new File([text], path),
  }))
  return readSources(sources, { takeOver: true })
}

test('A Notion export becomes one prompt per page', async () => {
  const table = 'Name,Created,Tags\nBlog outline,"November 3, 2025 9:12 AM",blog\n'
  const { library, tables, problems } = await read({
    [`Prompts ${id('a')}.md`]: `# Prompts\n\n[Prompt DB](Prompts%20${id('a')}/Prompt%20DB%20${id('b')}.csv)\n`,
    [`Prompts/Prompt DB ${id('b')}.csv`]: table,
    [`Prompts/Prompt DB ${id('b')}_all.csv`]: table,
    [`Prompts/Prompt DB/Blog outline ${id('c')}.md`]: 'Write about {topic}.',
    [`Prompts/Prompt DB/Cold email ${id('d')}.md`]: 'Write to {name}.',
  })
  expect(shown(library)).toEqual([
    { name: 'Prompts/Prompt DB/Blog outline', text: 'Write about {topic}.' },
    { name: 'Prompts/Prompt DB/Cold email', text: 'Write to {name}.' },
  ])
  expect([tables, problems]).toEqual([[], []])
})

test('Properties of a Notion page become notes, and lines of a prompt that look like them stay', async () => {
  const { library } = await read({
    [`Prompts ${id('b')}.csv`]: 'Name,Status,Used for\nBlog outline,Draft,Blog\n',
    [`Prompts/Blog outline ${id('c')}.md`]:
      '# Blog outline\n\nStatus: Draft\nUsed for: Blog: posts\n\nWrite about {topic}.\n\nStatus: new',
    [`Prompts/Chef ${id('d')}.md`]:
      '# Chef\n\nStatus: Draft\nRole: You are a chef.\n\nCook {dish}.',
    [`Single ${id('e')}.md`]: '# Single\r\n\r\nTags: a, b\r\n\r\nSay {word}.',
    [`Empty ${id('f')}.md`]: '# Empty\n\nTags: a, b\n',
    'Tasks.md': '# Tasks\n\nStatus: Draft\n\nList them.',
  })
  const readPrompts = library.prompts.map(({ name, prompt, notes }) => [
    name,
    toPlainText(prompt),
    notes,
  ])
  expect(readPrompts).toEqual([
    [
      'Blog outline',
      '# Blog outline\n\nWrite about {topic}.\n\nStatus: new',
      'Status: Draft\nUsed for: Blog: posts',
    ],
    ['Chef', '# Chef\n\nStatus: Draft\nRole: You are a chef.\n\nCook {dish}.', null],
    ['Single', '# Single\n\nSay {word}.', 'Tags: a, b'],
    ['Empty', '# Empty\n', 'Tags: a, b'],
    ['Tasks', '# Tasks\n\nStatus: Draft\n\nList them.', null],
  ])
})

test('A Notion table without pages is read as a table', async () => {
  const { library } = await read({
    [`Prompt DB ${id('b')}.csv`]: 'Name,Prompt\nBlog outline,Write about {topic}.\n',
  })
  expect(shown(library)).toEqual([{ name: 'Blog outline', text: 'Write about {topic}.' }])
})

test.each([
  ['notes.docx', 'PK', 'document'],
  ['notes.pdf', '%PDF', 'document'],
  ['conversations.json', '[{"title":"Tea","mapping":{}}]', 'chats'],
  ['conversations.json', '[{"uuid":"1","chat_messages":[]}]', 'chats'],
  ['prompts.json', ' \n', 'empty_file'],
])('%s with %s gets a specific message', async (path, text, code) => {
  const { problems } = await read({ [path]: text })
  expect(problems.map((problem) => problem.code)).toEqual([code])
})
