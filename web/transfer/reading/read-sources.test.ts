import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { toPlainText } from '#contract/variables/variables.ts'
import { rawZip, type RawEntry } from '#tests/support/raw-zip.ts'
import { readLimits } from './limits.ts'
import { readSources } from './read-sources.ts'

type Content = string | Uint8Array

async function read(files: Record<string, Content>) {
  const sources = Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content as BlobPart], path),
  }))
  return readSources(sources, { takeOver: true })
}

const readZip = (entries: readonly RawEntry[]) => read({ 'a.zip': rawZip(entries) })

/** Folders and name of each prompt. */
async function namesIn(entries: readonly RawEntry[]) {
  const { library, problems } = await readZip(
    entries.map((entry) => ({ content: 'Be kind.', ...entry })),
  )
  const byId = new Map(library.folders.map((folder) => [folder.id, folder]))
  const pathOf = (id: string | null): string => {
    const folder = byId.get(id ?? '')
    return folder ? `${pathOf(folder.parentId)}${folder.name}/` : ''
  }
  return {
    names: library.prompts.map(({ folderId, name }) => pathOf(folderId) + name),
    problems,
  }
}

describe('the names in a ZIP', () => {
  it('never point outside the import', async () => {
    const { names, problems } = await namesIn([
      { name: '../../x.md' },
      { name: '/etc/passwd.md' },
      { name: 'C:\\Windows\\win.md' },
      { name: 'a\\..\\b.md' },
      { name: './c/./d.md' },
    ])
    expect(names).toEqual(['x', 'etc/passwd', 'Windows/win', 'a/b', 'c/d'])
    expect(problems).toEqual([{ code: 'name_unsafe', file: 'a.zip', count: 4 }])
  })

  it('lose hidden characters and are normalised', async () => {
    const { names } = await namesIn([
      { name: 'gpj.\u202Edm\u0007\u200E.md' },
      { name: 'U\u0308bung.md' },
      { name: '__MACOSX/._x.md' },
      { name: '.git/HEAD.md' },
    ])
    expect(names).toEqual(['gpj.dm', 'Übung'])
  })

  it('are decoded from old code pages if they are not UTF-8', async () => {
    const { names } = await namesIn([
      { name: Buffer.from('Gr\xfc\xdfe.md', 'latin1') },
      { name: Buffer.from('Gr\x81\xe1e.md', 'latin1') },
      { name: Buffer.from('Grüße.md') },
    ])
    expect(names).toEqual(['Grüße', 'Grüße', 'Grüße'])
  })

  it('have a limited depth of folders', async () => {
    const folders = Array.from({ length: 30 }, (_, at) => `${at}/`)
    const { names, problems } = await namesIn([{ name: `${folders.join('')}x.md` }])
    expect(names).toEqual([`${folders.slice(0, 20).join('')}x`])
    expect(problems).toEqual([{ code: 'too_deep', file: 'a.zip', count: 1, limit: 20 }])
  })
})

describe('reading a ZIP', () => {
  it('reports unreadable entries and reads the rest', async () => {
    const { library, problems } = await readZip([
      { name: 'secret.md', content: 'x', flags: 1 },
      { name: 'odd.md', content: 'x', method: 12 },
      { name: 'inner.zip', content: 'x' },
      { name: 'picture.png', content: 'x' },
      { name: 'binary.md', content: 'a\0b' },
      { name: 'good.md', content: 'Be kind.', method: 8 },
    ])
    expect(library.prompts.map(({ name }) => name)).toEqual(['good'])
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['zip_encrypted', 'a.zip'],
      ['zip_method', 'a.zip'],
      ['zip_in_zip', 'a.zip'],
      ['not_text', 'a.zip'],
      ['not_text', 'binary.md'],
    ])
  })

  it('reports damage and reads the intact entries', async () => {
    const zip = Buffer.from(
      rawZip([
        { name: 'a.md', content: 'Be kind and patient.' },
        { name: 'b.md', content: 'Be brief.' },
      ]),
    )
    zip.write('Q', zip.indexOf('patient'))
    const { library, problems } = await read({ 'a.zip': zip })
    expect(library.prompts.map(({ name }) => name)).toEqual(['b'])
    expect(problems).toEqual([{ code: 'zip_broken', file: 'a.zip/a.md', count: 1 }])
    const cut = await read({ 'a.zip': zip.subarray(0, -30), 'b.zip': 'PK', 'c.zip': '' })
    expect(cut.problems.map(({ code, file }) => [code, file])).toEqual([
      ['zip_broken', 'a.zip'],
      ['zip_broken', 'b.zip'],
      ['zip_broken', 'c.zip'],
    ])
  })

  it('finds all entries before a trailing comment', async () => {
    const zip = rawZip([{ name: 'a.md', content: 'Be kind.' }], new Uint8Array(60_000))
    expect((await read({ 'a.zip': zip })).library.prompts).toHaveLength(1)
  })

  it('does not unpack a bomb', async () => {
    const zeros = Buffer.alloc(40 * 1024 * 1024, 'a')
    const { library, problems } = await readZip([
      { name: 'good.md', content: 'Be kind.' },
      { name: 'bomb.md', content: zeros, method: 8 },
      { name: 'after.md', content: 'Be brief.' },
    ])
    expect(problems).toEqual([{ code: 'zip_bomb', file: 'a.zip', count: 1 }])
    expect(library.prompts.map(({ name }) => name)).toEqual(['good'])
  })

  it('treats overlapping entries as a bomb', async () => {
    const { problems } = await readZip([
      { name: 'a.md', content: 'a'.repeat(10_000) },
      ...Array.from({ length: 1000 }, (_, at) => ({
        name: `${at}.md`,
        content: 'a'.repeat(10_000),
        repeatsPrevious: true,
      })),
    ])
    expect(problems).toEqual([{ code: 'zip_bomb', file: 'a.zip', count: 1 }])
  })

  it('reports entries beyond the limit of an import', async () => {
    const entries = Array.from({ length: readLimits.files }, (_, at) => ({ name: `${at}.bin` }))
    const { library, problems } = await readZip([{ name: 'a.md', content: 'Be kind.' }, ...entries])
    expect(library.prompts).toHaveLength(1)
    expect(problems).toEqual([
      { code: 'too_many_files', file: 'a.zip', count: 1, limit: readLimits.files },
      { code: 'not_text', file: 'a.zip', count: readLimits.files - 1 },
    ])
  })

  it('reads the output of common tools at any size', async () => {
    const long = `${'Be kind, patient and brief. '.repeat(100_000)}End.`
    const zip = zipSync({
      'Folder/long.txt': new TextEncoder().encode(long),
      'Folder/b.md': new TextEncoder().encode('Be brief.'),
    })
    const { library } = await read({ 'a.zip': zip })
    expect(library.prompts.map(({ prompt }) => prompt.length)).toEqual([9, long.length])
  })
})

describe('a file', () => {
  it('that is too large is not even opened', async () => {
    const size = 300 * 1024 * 1024
    const file = { size, arrayBuffer: () => Promise.reject(new Error('opened')) } as unknown as File
    const { problems } = await readSources([{ path: 'a.csv', file }], { takeOver: true })
    expect(problems).toEqual([{ code: 'file_too_large', file: 'a.csv', count: 1, limit: 100 }])
  })

  it('of an unknown kind is counted, and is listed after losses', async () => {
    const pictures = Array.from({ length: 250 }, (_, at) => [`${at}.PNG`, 'x'])
    const broken = Array.from({ length: 300 }, (_, at) => [`${at}.json`, '{'])
    const { problems } = await read({
      ...Object.fromEntries(pictures),
      'a.blend': 'x',
      'a.txt': new Uint8Array([0xe4, 0xf6]),
      'b.txt': new Uint8Array([0xe4, 0xf6]),
      'b.md': 'x'.repeat(200_001),
      ...Object.fromEntries(broken),
      'c.yml': 'matches: [',
    })
    expect(problems.slice(0, 3)).toMatchObject([
      { code: 'yaml_broken', file: 'c.yml', line: 1 },
      { code: 'prompt_too_long', file: 'b.md', name: 'b' },
      { code: 'json_broken', file: '0.json', line: 1 },
    ])
    expect(problems.slice(200)).toEqual([
      { code: 'json_broken', file: '', count: 102 },
      { code: 'encoding_guessed', file: '', count: 2 },
      { code: 'unknown_format', file: '', count: 251, name: '.png, .blend' },
    ])
    const { problems: few } = await read({ ...Object.fromEntries(pictures), 'a.blend': 'x' })
    expect(few).toEqual([
      { code: 'unknown_format', file: '', count: 250, name: '.png' },
      { code: 'unknown_format', file: 'a.blend', count: 1, name: '.blend' },
    ])
  })

  it('that has disappeared is reported', async () => {
    const arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    const file = { size: 1, arrayBuffer } as unknown as File
    const { problems } = await readSources([{ path: 'a.csv', file }], { takeOver: true })
    expect(problems).toEqual([{ code: 'unreadable', file: 'a.csv', count: 1 }])
  })

  it('that is not all UTF-8 is reported with the line, and read', async () => {
    const bytes = Buffer.concat([Buffer.from('Grüße\n\nZeile 3 '), Buffer.from([0x80, 0xe4])])
    const { library, problems } = await read({ 'a.txt': bytes })
    expect(problems).toEqual([{ code: 'encoding_mixed', file: 'a.txt', count: 2, line: 3 }])
    expect(library.prompts[0]?.prompt).toBe('Grüße\n\nZeile 3 €ä')
  })

  it('of UTF-8 keeps its umlauts around a broken byte', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Größe “x” 😀 '),
      Buffer.from([0xe4, 0x20, 0xe2, 0x80]),
      Buffer.from('\nÄrger'),
    ])
    const { library, problems } = await read({ 'a.txt': bytes })
    expect(problems).toEqual([{ code: 'encoding_mixed', file: 'a.txt', count: 3, line: 1 }])
    expect(library.prompts[0]?.prompt).toBe('Größe “x” 😀 ä â€\nÄrger')
  })

  it('may be UTF-16 in either byte order, with any content', async () => {
    const le = Buffer.from('\uFEFFHi {name} 😀', 'utf16le')
    const be = Buffer.from(le).swap16()
    const lone = Buffer.from('\uFEFFa\uD800b', 'utf16le')
    const { library, problems } = await read({ 'a.txt': le, 'b.txt': be, 'c.txt': lone })
    expect(library.prompts.map(({ prompt }) => toPlainText(prompt))).toEqual([
      'Hi {name} 😀',
      'Hi {name} 😀',
      'a\uFFFDb',
    ])
    expect(problems).toEqual([])
  })

  it('of YAML that refers to itself too often is not read', async () => {
    const laughs = ['a: &a0 [x]']
    for (let at = 1; at < 30; at++) {
      laughs.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`)
    }
    const { problems, library } = await read({
      'a.yml': `${laughs.join('\n')}\nmatches:\n  - trigger: x\n    replace: y\n`,
      'b.md': `---\n${laughs.join('\n')}\n---\nBe kind.`,
      'c.yml': `matches: ${'['.repeat(100_000)}`,
      'd.yml': 'matches:\n  - trigger: "x\n',
    })
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['yaml_aliases', 'a.yml'],
      ['yaml_broken', 'c.yml'],
      ['yaml_broken', 'd.yml'],
      ['yaml_aliases', 'b.md'],
    ])
    expect(library.prompts.map(({ name }) => name)).toEqual(['b'])
  })

  it('of TOML that is nested too deeply is reported, and does not affect others', async () => {
    const { problems, library } = await read({
      'a.toml': `prompt = "x"\n[${'a.'.repeat(100_000)}b]`,
      'b.toml': 'prompt = "Be kind."',
    })
    expect(problems).toEqual([{ code: 'toml_broken', file: 'a.toml', count: 1 }])
    const fields = await read({ 'c.md': '+++\na = 1\nb =\n+++\nBe brief.' })
    expect(fields.problems).toEqual([
      { code: 'front_matter_broken', file: 'c.md', count: 1, line: 3 },
    ])
    expect(fields.library.prompts[0]?.prompt).toContain('b =\n+++\nBe brief.')
    expect(library.prompts.map(({ name }) => name)).toEqual(['b'])
  })

  it('of YAML with an undefined alias is reported', async () => {
    const { problems } = await read({ 'a.yml': 'matches:\n  - trigger: x\n    replace: *y\n' })
    expect(problems).toEqual([{ code: 'yaml_broken', file: 'a.yml', count: 1, line: 3 }])
  })

  it('of broken JSON is reported with its line', async () => {
    const { problems } = await read({
      'a.json': '{\n  "prompts": [\n    {"name": "A name as long as most", "prompt": }\n]}',
      'b.json': '{"prompts": [',
      'c.json': '{"some": "thing"}',
      'h.json': '["some", "things"]',
      'd.json': '['.repeat(200_000),
      'e.exe': 'x',
      'f.json': '[{"a": "b\n"}]',
      'g.json': '\n\n{"a": "b" "c"}',
    })
    expect(problems).toMatchObject([
      { code: 'json_broken', file: 'a.json', line: 3 },
      { code: 'json_broken', file: 'b.json', line: 1 },
      { code: 'json_broken', file: 'd.json', line: 1 },
      { code: 'json_broken', file: 'f.json', line: 1 },
      { code: 'json_broken', file: 'g.json', line: 3 },
      { code: 'unknown_format', file: 'e.exe', name: '.exe' },
      { code: 'unknown_format', file: '', name: '.json', count: 2 },
    ])
  })

  it('has entries that the server accepts, whatever it contains', async () => {
    const prompt = {
      id: 'p',
      name: ` ${'😀'.repeat(300)} `,
      color: 'red',
      prompt: 'a\0b\r\nc\uD800',
      notes: 'n'.repeat(30_000),
      usedAt: 'yesterday',
      valueSets: Array.from({ length: 51 }, () => ({ name: '', values: [] })),
      variables: [{ name: 'a', kind: 'x'.repeat(300) }],
    }
    const text = JSON.stringify({ folders: [{ id: 'f', name: '' }], prompts: [prompt] })
    const { library, problems } = await read({ 'a.json': text })
    expect(library.folders).toMatchObject([{ name: '…' }])
    expect(library.prompts).toEqual([
      expect.objectContaining({
        name: `${'😀'.repeat(199)}…`,
        color: 'f1f5f9',
        prompt: 'ab\nc',
        notes: `${'n'.repeat(19_999)}…`,
        usedAt: null,
        valueSets: [],
        variables: [],
      }),
    ])
    expect(problems.map(({ code }) => code).toSorted()).toEqual([
      'characters_removed',
      'name_cut',
      'notes_too_long',
      'values_left_out',
      'variable_simplified',
    ])
  })

  it('keeps invisible characters, counts them, and reports their places', async () => {
    const prompt = 'Be\u200B kind.\u{E0041}'
    const { library, invisible } = await read({
      'a.json': JSON.stringify({ folders: [], prompts: [{ id: 'p', name: 'Tone', prompt }] }),
    })
    expect(library.prompts).toMatchObject([{ prompt }])
    expect(invisible).toEqual({
      count: 2,
      places: [
        { title: 'Tone', before: 'Be', shown: 'U+200B', after: ' kind.' },
        { title: 'Tone', before: 'Be kind.', shown: '“A”', after: '' },
      ],
    })
  })

  it('without a prompt is reported', async () => {
    expect((await read({})).problems).toEqual([{ code: 'nothing_found', file: '', count: 1 }])
    expect((await read({ 'a.txt': ' \n' })).problems).toMatchObject([{ code: 'prompt_missing' }])
  })
})
