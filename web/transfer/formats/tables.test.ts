import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { certainForms, findOtherForms } from '#contract/variables/other-forms/other-forms.ts'
import { parse, toPlainText } from '#contract/variables/variables.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'
import { fixtures, read, shown } from '#tests/fixtures/read-import.ts'

describe('tables', () => {
  it('get a short name from each one-word command', async () => {
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

  it('are read with the requested columns', async () => {
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

  it('from prompts.chat are read completely: 1,282 prompts, each byte for byte', async () => {
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
