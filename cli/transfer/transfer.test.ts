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
    expect((await line.run(undo.split(' '))).out).toBe('Undone: “stdin”.\n')
    expect(await everything()).toEqual(before)
    expect((await line.run(['import', '--undo', '0'.repeat(32)])).code).toBe(1)
  })

  it('is written as a whole or not at all', async () => {
    writeFileSync(file('kept.json'), 'before')
    const env = { PROMPTSHELF_URL: 'http://127.0.0.1:9', PROMPTSHELF_TOKEN: line.token }
    expect((await line.run(['export', file('kept.json')], { env })).code).toBe(1)
    expect(readFileSync(file('kept.json'), 'utf8')).toBe('before')
    const nowhere = await line.run(['export', '/nonexistent/x.json'])
    expect(nowhere.err).toBe('/nonexistent/x.json cannot be written: ENOENT\n')
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
    // A link stays one, and so does what is no file.
    symlinkSync(file('kept.json'), file('link.json'))
    const linked =
      'promptshelf export link.json && mkfifo fifo && { cat fifo & } && promptshelf export fifo'
    expect((await line.bash(linked)).out).toContain('"exportedAt"')
    expect(lstatSync(file('link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(file('kept.json'), 'utf8')).toContain('"exportedAt"')
    expect((await line.bash('promptshelf export /dev/full')).err).toContain('ENOSPC')
    const full = await line.bash('promptshelf ls > /dev/full')
    expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/^ENOSPC.*\n$/) })
  })
})

it('Files of any mix and their folders are imported, and what is left out is said', async () => {
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
  expect(err).toContain('notes/broken.md, line 2: The settings at its top cannot be read')
  expect(err).toContain('notes/picture.md: This is not text')
  expect(err).toContain('notes/bad.json: This JSON is incomplete')
  expect(err).toContain('notes/espanso.yml: This kind of file was left out.')
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

describe('An import that is stopped by Ctrl+C', () => {
  it('ends after the batch under way, says what is imported, and is completed by the next one', async () => {
    const many = Array.from({ length: 501 }, (_, at) => `Row ${at};Text ${at}`)
    writeFileSync(file('many.csv'), `title;prompt\n${many.join('\n')}\n`)
    const proxy = await startHoldingProxy(line.server.origin, 'library/import', 1)
    const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
    const terminal = line.terminal('promptshelf import many.csv', { env })
    await proxy.arrived
    await terminal.sees('0 of 501 entries')
    terminal.type('\u0003')
    await terminal.sees('Stopping after')
    proxy.release()
    const { code, shown } = await terminal.end()
    expect(code).toBe(1)
    const [, attempt = ''] = /At least 500 of 501 .*--undo (\w+)\r\nStopped\./.exec(shown) ?? []
    const rest = await line.run(['import', file('many.csv')])
    expect(rest.out).toBe('Imported prompts\t1\nNew folders\t0\nAlready there\t500\n')
    expect((await line.run(['import', '--undo', attempt])).code).toBe(0)
    const names = (await everything()).prompts.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('Row'))).toEqual(['Row 500'])
  })

  it('ends at once at the second one, and names what undoes it', async () => {
    writeFileSync(file('few.csv'), 'title;prompt\nFew;Text\n')
    const proxy = await startHoldingProxy(line.server.origin, 'library/import', 1)
    const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
    const terminal = line.terminal('promptshelf import few.csv', { env })
    await proxy.arrived
    terminal.type('\u0003')
    await terminal.sees('Stopping after')
    terminal.type('\u0003')
    const { code, shown } = await terminal.end()
    expect([code, shown]).toEqual([130, expect.stringMatching(/At least 0 of 1 .*--undo \w+/)])
    expect((await everything()).prompts.filter(({ name }) => name === 'Few')).toEqual([])
  })
})
