import { describe, expect, it } from 'vitest'
import { read, shown } from '#tests/fixtures/read-import.ts'

describe('prompts of', () => {
  it('Obsidian keep links, lines of dashes, and fields unchanged', async () => {
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

  it('espanso get the fields of forms, lists and dates, but no programs', async () => {
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

  it('espanso get a folder for each file or package, and a malformed file does not affect others', async () => {
    const { library, problems } = await read('espanso-hub')
    expect(problems).toEqual([{ code: 'entry_invalid', file: 'match/base.yml', count: 1, line: 5 }])
    expect(shown(library).map(({ name, text }) => [name, text])).toEqual([
      ['match/base/:good', 'Good'],
      ['match/base/:fine', 'Fine'],
      ['packages/kaomoji/:shrug', 'Shrug'],
    ])
  })

  it('Open WebUI keep the types of their variables', async () => {
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

  it('massCode become one prompt per fragment, in their folders', async () => {
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

  it('Raycast get their arguments as variables', async () => {
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

  it('Langfuse keep their versions, and the messages of chats', async () => {
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
