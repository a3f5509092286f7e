import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { startHoldingProxy } from '#tests/support/servers/holding-proxy.ts'

let line: CommandLine
const color = '4ECDC4'
const file = (name: string) => join(line.home, name)

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

const everything = async () => LibraryFile.parse(JSON.parse((await line.run(['export'])).out))

describe('A library', () => {
  it('is exported, imported under a folder, and the import undone', async () => {
    const { call } = line
    const { id: folderId } = await call(calls.createFolder, { name: 'Work', color })
    const review = {
      name: 'Review',
      shortName: 'review',
      prompt: 'Be {<b>tone</b>}\u001B[31m',
      color,
    }
    const { id } = await call(calls.createPrompt, { ...review, folderId })
    await call(calls.updatePrompt, { promptId: id, ...review, prompt: 'Changed' })
    const { id: gone } = await call(calls.createPrompt, {
      ...review,
      name: 'Gone',
      shortName: null,
    })
    await call(calls.deletePrompt, { promptId: gone })
    const target = join(line.home, 'library.json')
    expect(await line.run(['export', target])).toMatchObject({ code: 0, err: '' })
    const withoutTime = (text: string) => text.replace(/"exportedAt".*\n/, '')
    expect(withoutTime((await line.run(['export'])).out)).toBe(
      withoutTime(readFileSync(target, 'utf8')),
    )
    const part = LibraryFile.parse(JSON.parse((await line.run(['export', '--folder', 'work'])).out))
    expect([part.prompts.length, part.trash.length]).toEqual([1, 0])

    const again = await line.run(['import', target])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toBe('Imported prompts\t0\nNew folders\t0\nAlready there\t1\n')
    await call(calls.createFolder, { name: 'Copy', color })
    const tried = await line.run(['import', target, '--folder', 'Copy', '--dry-run'])
    expect(tried.out).toContain('Prompts to import\t1\nNew folders\t1\n')
    const before = await everything()
    const made = await line.bash(`promptshelf import --folder Copy < ${target}`)
    expect(made.out).toContain('Imported prompts\t1\nNew folders\t1\n')
    const copy = await everything()
    expect(copy.prompts.map(({ prompt }) => prompt)).toEqual(['Changed', 'Changed'])
    expect(copy.versions).toHaveLength(2 * before.versions.length)
    const [, undo = ''] = /To undo: promptshelf (.*)\n/.exec(made.err) ?? []
    const unnamed = await line.run(['import', '--undo'])
    expect(unnamed).toMatchObject({ code: 2, out: '' })
    expect(unnamed.err).toMatch(
      /^Nothing was undone\. .*\n {2}“stdin”, .*\n {4}promptshelf import --undo \w{32}\n/,
    )
    expect((await line.run(undo.split(' '))).out).toBe(
      'Undone: “stdin”. Deleted prompts: 1, folders: 1.\n',
    )
    expect(await everything()).toEqual(before)
    expect((await line.run(['import', '--undo', '0'.repeat(32)])).code).toBe(1)
  })

  it('is written atomically', async () => {
    writeFileSync(file('kept.json'), 'before')
    const env = { PROMPTSHELF_URL: 'http://127.0.0.1:9', PROMPTSHELF_TOKEN: line.token }
    expect((await line.run(['export', file('kept.json')], { env })).code).toBe(1)
    expect(readFileSync(file('kept.json'), 'utf8')).toBe('before')
    const nowhere = await line.run(['export', '/nonexistent/x.json'])
    expect(nowhere.err).toBe('/nonexistent/x.json cannot be written: no such file or directory.\n')
    const proxy = await startHoldingProxy(line.server.origin, 'library/export', 1)
    const stopped = line.terminal('promptshelf export kept.json', {
      env: { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token },
    })
    await proxy.arrived
    stopped.type('\u0003')
    expect((await stopped.end()).code).toBe(130)
    expect(readFileSync(file('kept.json'), 'utf8')).toBe('before')
    expect(readdirSync(line.home).filter((name) => name.endsWith('.part'))).toEqual([])
    const { shown } = await line.terminal('promptshelf export').end()
    expect(shown).not.toContain('\u001B[31m')
    expect((await line.bash('promptshelf export | head -c 1')).code).toBe(0)
    // A link stays a link, and so does anything else that is not a regular file.
    symlinkSync(file('kept.json'), file('link.json'))
    const linked =
      'promptshelf export link.json && mkfifo fifo && { cat fifo & } && promptshelf export fifo'
    expect((await line.bash(linked)).out).toContain('"exportedAt"')
    expect(lstatSync(file('link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(file('kept.json'), 'utf8')).toContain('"exportedAt"')
    expect((await line.bash('promptshelf export /dev/full')).err).toContain('the disk is full')
    const full = await line.bash('promptshelf ls > /dev/full')
    expect(full).toMatchObject({
      code: 1,
      err: 'The answer could not be written: the disk is full.\n',
    })
  })
})

it('Files of any mix and their folders are imported, and omissions are reported', async () => {
  mkdirSync(file('notes/Drafts'), { recursive: true })
  const files = {
    'notes/One.md': '---\nname: First\npromptshelf:\n  shortName: first\n---\nA {tone}\n',
    'notes/Drafts/Two.md': '# Two\n\nWith {{other}} braces\n',
    'notes/table.csv': 'title;prompt\nThird;"a ""b"" {c}"\n',
    'notes/plain.txt': 'Plain\n',
    'notes/broken.md': '---\nname: "x\n---\nKept\n',
    'notes/espanso.yml': 'matches: []\n',
    'notes/bad.json': '{"a": ',
    'notes/.hidden.md': 'no',
    'notes/picture.md': '\u0000',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text)
  const { code, out, err } = await line.bash('promptshelf import notes')
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Imported prompts\t5\nNew folders\t2\nAlready there\t0\n',
  })
  expect(err).toContain('notes/broken.md, line 2: The settings at the top cannot be read')
  expect(err).toContain('notes/picture.md: This is not text')
  expect(err).toContain('notes/bad.json: This JSON is incomplete')
  expect(err).toContain("notes/espanso.yml: This type of file isn't supported, so it was left out.")
  expect(err).toContain('/prompts/import\n')
  const { prompts, folders } = await everything()
  const texts = new Map(prompts.map(({ name, prompt }) => [name, prompt]))
  expect(texts.get('First')).toBe('A {<b>tone</b>}')
  expect(texts.get('Two')).toBe('# Two\n\nWith {<b>other</b>} braces')
  expect(texts.get('Third')).toBe('a "b" {<b>c</b>}')
  expect(texts.get('broken')).toContain('"x')
  expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(['notes', 'Drafts']))
  const shell = await line.bash("promptshelf import --dry-run <(printf 'From a {shell}')")
  expect(shell.out).toContain('Prompts to import\t1\n')
  expect((await line.run(['import', 'notes/none.md'])).code).toBe(1)
  expect((await line.run(['import'])).code).toBe(2)
})

it('Files that are not UTF-8 are skipped, and those in UTF-16 are read', async () => {
  mkdirSync(file('encodings'), { recursive: true })
  const files = {
    'latin.md': Buffer.from('Straße größer', 'latin1'),
    'random.txt': Buffer.from([0x80, 0xfe, 0xc3, 0x28, 0x99]),
    'wide.md': Buffer.from('\uFEFFWeite Straße', 'utf16le'),
    'swapped.md': Buffer.from('\uFEFFGetauschte Straße', 'utf16le').swap16(),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(file(`encodings/${name}`), bytes)
  const { code, out, err } = await line.bash('promptshelf import encodings')
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Imported prompts\t2\nNew folders\t1\nAlready there\t0\n',
  })
  expect(err).toContain('encodings/latin.md: This is not text in UTF-8, so it was left out.\n')
  expect(err).toContain('encodings/random.txt: This is not text in UTF-8, so it was left out.\n')
  const bodies = (await everything()).prompts.map(({ prompt }) => prompt)
  expect(bodies).toEqual(expect.arrayContaining(['Weite Straße', 'Getauschte Straße']))
  expect(bodies.join('')).not.toContain('\uFFFD')
  const { code: onlyBroken } = await line.bash('promptshelf import encodings/latin.md')
  expect(onlyBroken).toBe(1)
})

it('Unknown settings of variables are reported', async () => {
  const typo =
    '---\npromptshelf:\n  short_name: a\n  variables:\n    - name: a\n      defualt: x\n---\n{a}\n'
  writeFileSync(file('typo.md'), typo)
  const { code, err } = await line.bash('promptshelf import typo.md')
  expect(code).toBe(0)
  expect(err).toContain('typo.md: a: no setting “defualt”. Did you mean “default”?\n')
  expect(err).toContain('No setting “short_name”. Did you mean “shortName”?\n')
})

describe('Tables', () => {
  it('of a directory are imported into the folders of their files', async () => {
    mkdirSync(file('tables/sub'), { recursive: true })
    writeFileSync(file('tables/sub/one.csv'), 'title,prompt,folder\nCsvA,Text A,\nCsvB,Text B,In\n')
    writeFileSync(file('tables/sub/m.md'), 'Text M')
    expect((await line.bash('promptshelf import tables')).out).toContain('New folders\t3\n')
    expect((await line.run(['ls', 'tables/sub'])).out).toMatch(/\tIn\/\n.*CsvA\n.*m\n$/)
    expect((await line.run(['ls', 'tables/sub/In'])).out).toContain('CsvB')
  })

  it('with unknown columns cause a message with the columns that were used', async () => {
    writeFileSync(file('bad.csv'), 'foo,bar\n1,A longer text\n')
    const bad = await line.bash('promptshelf import bad.csv --dry-run')
    expect(bad.err).toBe(
      'bad.csv: No column is called title or prompt. Using column 2 as the text.\n',
    )
    writeFileSync(file('good.csv'), 'title,prompt\n1,2\n')
    expect((await line.bash('promptshelf import good.csv --dry-run')).err).toBe('')
  })
})

describe('A missing folder', () => {
  it('is created by an import, and its undo removes it, too', async () => {
    writeFileSync(file('one.md'), 'One in a new folder')
    const tried = await line.bash('promptshelf import one.md --folder Fresh/Inner --dry-run')
    expect(tried.out).toContain('New folders\t2\n')
    expect((await line.run(['ls', 'Fresh'])).code).toBe(1)
    const made = await line.bash('promptshelf import one.md --folder Fresh/Inner')
    expect(made.out).toContain('Imported prompts\t1\nNew folders\t2\n')
    expect((await line.run(['ls', 'fresh/inner'])).out).toContain('one\n')
    const again = await line.bash('promptshelf import one.md --folder fresh/INNER')
    expect(again.out).toBe('Imported prompts\t0\nNew folders\t0\nAlready there\t1\n')
    const [, undo = ''] = /To undo: promptshelf (.*)\n/.exec(made.err) ?? []
    expect((await line.run(undo.split(' '))).out).toBe(
      'Undone: “one.md”. Deleted prompts: 1, folders: 2.\n',
    )
    expect((await line.run(['ls', 'Fresh'])).code).toBe(1)
  })
})

describe('An import that is stopped by Ctrl+C', () => {
  it('ends after the current batch, reports what is imported, and is completed by the next one', async () => {
    const many = Array.from({ length: 501 }, (_, at) => `Row ${at};Text ${at}`)
    writeFileSync(file('many.csv'), `title;prompt\n${many.join('\n')}\n`)
    const proxy = await startHoldingProxy(line.server.origin, 'library/import', 1)
    const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
    const terminal = line.terminal('promptshelf import many.csv', { env })
    await proxy.arrived
    await terminal.sees('0 of 501 entries')
    terminal.type('\u0003')
    await terminal.sees('Stopping once')
    proxy.release()
    const { code, shown } = await terminal.end()
    expect(code).toBe(130)
    const [, attempt = ''] = /At least 500 of 501 .*--undo (\w+)\r\nStopped\./.exec(shown) ?? []
    const rest = await line.run(['import', file('many.csv')])
    expect(rest.out).toBe('Imported prompts\t1\nNew folders\t0\nAlready there\t500\n')
    expect((await line.run(['import', '--undo', attempt])).code).toBe(0)
    const names = (await everything()).prompts.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('Row'))).toEqual(['Row 500'])
  })

  it('ends immediately at the second one, and prints the command that undoes it', async () => {
    writeFileSync(file('few.csv'), 'title;prompt\nFew;Text\n')
    const proxy = await startHoldingProxy(line.server.origin, 'library/import', 1)
    const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
    const terminal = line.terminal('promptshelf import few.csv', { env })
    await proxy.arrived
    terminal.type('\u0003')
    await terminal.sees('Stopping once')
    terminal.type('\u0003')
    const { code, shown } = await terminal.end()
    expect([code, shown]).toEqual([130, expect.stringMatching(/At least 0 of 1 .*--undo \w+/)])
    expect((await everything()).prompts.filter(({ name }) => name === 'Few')).toEqual([])
  })
})
