import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import manifest from './package/manifest.json' with { type: 'json' }
import about from './package/package.json' with { type: 'json' }
import { root } from '#scripts/prepare.mjs'
import { program, startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
let reviewId = ''
const folder = { name: 'Work', color: '4ECDC4' }

beforeAll(async () => {
  line = await startCommandLine()
  const { call } = line
  const { id: folderId } = await call(calls.createFolder, folder)
  const color = '4ECDC4'
  const review = {
    name: 'Code review',
    shortName: 'review',
    prompt: 'Review this in a {tone} tone, {Straße nummer}:\n\n{code}',
    whenToUse: 'Before a merge.',
    variables: [
      {
        name: 'tone',
        kind: 'choice',
        options: [{ value: 'warm', label: 'Warm' }, { value: 'strict' }],
        default: 'strict',
      },
      { name: 'code', kind: 'long', required: true, help: 'The diff' },
    ],
  }
  const made = await call(calls.createPrompt, { ...review, color, folderId })
  reviewId = made.id
  for (const prompt of [
    { name: 'Search', shortName: 'search', prompt: 'Called like a command.' },
    { name: 'Poem', prompt: 'Write about {topic}, in {lines} lines, {on}.' },
    {
      name: 'Hostile \u001B[31mred',
      shortName: 'hostile',
      prompt: 'A\u001B]52;c;aGk=\u0007B\u009B1mC\u202ED',
    },
    { name: 'Twin', prompt: 'one' },
    { name: 'Twin', prompt: 'two' },
    { name: 'Long', shortName: 'long', prompt: 'line\n'.repeat(30_000) },
  ]) {
    await call(calls.createPrompt, { ...prompt, color })
  }
})
afterAll(() => line.stop())

describe('A prompt by its short name', () => {
  it("is filled in with values, by any form of the variable's name", async () => {
    const args = ['tone=WARM', 'strasse-nummer=7', 'code=x=1']
    expect(await line.run(['review', ...args])).toEqual({
      code: 0,
      out: 'Review this in a warm tone, 7:\n\nx=1\n',
      err: '',
    })
    for (const name of ['Straße nummer', 'Straße_Nummer', 'STRASSE NUMMER']) {
      expect(await line.run(['/review', 'Tone=warm', `${name}=7`, 'code=x=1'])).toMatchObject({
        out: 'Review this in a warm tone, 7:\n\nx=1\n',
      })
    }
  })

  it('uses piped input for its empty long variable', async () => {
    const { out, err } = await line.run(['review'], { input: '+ a\n- {b}\n\n' })
    expect(out).toBe('Review this in a strict tone, {Straße nummer}:\n\n+ a\n- {b}\n')
    expect(err).toBe('Left in braces, without a value: strasse_nummer.\n')
  })

  it('accepts the diff of a real repository', async () => {
    const init =
      'git init -q r && cd r && echo a > f && git add f && git -c user.name=a -c user.email=a@b commit -qm a && echo b >> f'
    const { code, out } = await line.bash(`${init} && git diff | promptshelf review tone=warm`)
    expect(code).toBe(0)
    expect(out).toMatch(/tone, .*:\n\ndiff --git a\/f b\/f\n[^]*\n\+b\n$/)
  })

  it('reads files, and piped input by name', async () => {
    writeFileSync(join(line.home, 'a.ts'), 'let a\n')
    for (const file of ['a.ts', '~/a.ts']) {
      expect((await line.bash(`promptshelf review code=@${file}`)).out).toContain('\n\nlet a\n')
    }
    expect(
      (await line.bash('echo b | promptshelf review tone=warm "straße nummer=@-" code=@@c')).out,
    ).toBe('Review this in a warm tone, b:\n\n@c\n')
    const missing = await line.run(['review', 'code=@nowhere'])
    expect(missing).toMatchObject({
      code: 1,
      err: 'nowhere cannot be read: no such file or directory.\n',
    })
  })

  it('appends piped input to a text without a variable for it', async () => {
    expect((await line.run(['search'])).code).toBe(2)
    expect((await line.run(['/search'], { input: 'piped\n' })).out).toBe(
      'Called like a command.\n\npiped\n',
    )
  })

  it('prints a hint if it waits for a silent pipe', async () => {
    const start = 'mkfifo silent; promptshelf review code=x < silent 2> said & exec 3> silent'
    const wait = 'until grep -q Waiting said; do sleep 0.05; done; exec 3>&-; wait'
    expect((await line.bash(`${start}; ${wait}`)).out).toContain('\n\nx\n')
  })

  it('is recorded as used', async () => {
    await line.run(['review', 'code=x'])
    const { recents } = await line.call(calls.getShelf, {})
    expect(recents[0]).toMatchObject({ id: reviewId })
  })

  it('reports missing or invalid values, and exits with 2', async () => {
    expect(await line.run(['review'])).toEqual({
      code: 2,
      out: '',
      err: 'Missing values: code.\n',
    })
    expect(await line.run(['review', 'tone=loud'])).toMatchObject({
      code: 2,
      err: 'tone must be one of: Warm, strict.\n',
    })
    expect(await line.run(['review', 'colour=red'])).toMatchObject({
      code: 2,
      err: 'No variable “colour” in this prompt. Available: tone, strasse_nummer, code.\n',
    })
    expect(await line.run(['review', 'warm'])).toMatchObject({ code: 2, out: '' })
  })

  it('prints JSON, also for failures', async () => {
    const { out } = await line.run(['--json', 'review', 'code=x'])
    expect(JSON.parse(out)).toMatchObject({
      id: reviewId,
      shortName: 'review',
      missing: ['Straße nummer'],
    })
    const { err, code } = await line.run(['reviev', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(err)).toMatchObject({
      error: { message: expect.stringContaining('No prompt') },
    })
  })

  it('can be read partially, and the closed pipe is not an error', async () => {
    expect(await line.bash('set -o pipefail; promptshelf long | head -n 1')).toEqual({
      code: 0,
      out: 'line\n',
      err: '',
    })
  })
})

it('is found by its title or id, and similar ones are suggested', async () => {
  expect((await line.run(['code REVIEW', 'code=x'])).code).toBe(0)
  expect((await line.run([reviewId, 'code=x'])).code).toBe(0)
  expect((await line.run(['code reviews'])).err).toBe(
    'No prompt or command “code reviews”.\nSimilar:\n  review\n',
  )
  expect((await line.run(['twin'])).err).toMatch(/^Several prompts [^]*(\n {2}[\da-f-]{36}){2}\n$/)
})

it('can be listed, searched for and shown', async () => {
  expect((await line.run(['ls'])).out).toContain('\tWork/\n')
  expect((await line.run(['ls', 'work'])).out).toBe('review\tCode review\n')
  expect((await line.run(['ls', 'Nowhere'])).code).toBe(1)
  expect((await line.run(['search', 'code', 'rev'])).out).toBe('review\tCode review\tWork\n')
  expect(await line.run(['search', 'xylophone'])).toMatchObject({ code: 0, out: '' })
  expect((await line.run(['show', 'review'])).out).toContain('strasse_nummer  text')
  expect((await line.run(['show', 'review', '--text'])).out).toBe(
    'Review this in a {tone} tone, {Straße nummer}:\n\n{code}\n',
  )
  const { prompts } = JSON.parse((await line.run(['search', 'poem', '--json'])).out)
  expect(prompts).toMatchObject([{ name: 'Poem' }])
})

describe('Opening a prompt', () => {
  /** A browser that records its address. */
  const browser = () => {
    const file = join(line.home, 'bin/browser')
    writeFileSync(file, '#!/bin/sh\nprintf %s "$1" > "$HOME/address"\n', { mode: 0o755 })
    return { BROWSER: file }
  }
  const address = () => new URL(readFileSync(join(line.home, 'address'), 'utf8'))

  it('shows it in the library, or filled in at a site', async () => {
    const env = browser()
    expect(await line.run(['open', 'review'], { env })).toMatchObject({
      code: 0,
      out: '',
      err: 'Opened “Code review” in the browser.\n',
    })
    expect(address().href).toBe(`${line.server.origin}/prompts/open?id=${reviewId}`)
    const given = ['review', 'tone=warm', 'strasse_nummer=7', 'code=a & "b"\u001B']
    expect((await line.run(['open', ...given, '--in', 'ChatGPT'], { env })).out).toBe('')
    expect(address().searchParams.get('q')).toBe('Review this in a warm tone, 7:\n\na & "b"\u001B')
  })

  it('copies the text if it is too long, or prints it', async () => {
    const { out } = await line.run(['open', 'long', '--in', 'claude'], { env: browser() })
    expect(address().href).toBe('https://claude.ai/new')
    expect(out).toBe(`${'line\n'.repeat(30_000)}\n`)
    const json = await line.run(['open', 'long', '--in', 'gemini', '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ site: 'gemini', hasText: false, isOpened: false })
  })

  it('prints the address if there is no browser', async () => {
    const opened = await line.run(['open', 'poem'], { env: { SSH_CONNECTION: '1' } })
    expect(opened).toMatchObject({ code: 0, err: '' })
    expect(opened.out).toMatch(/^http:\S+\/prompts\/open\?id=\S+\n$/)
    expect((await line.run(['open', 'review', 'code=x'])).err).toContain('add --in SITE')
    const unknown = await line.run(['open', 'review', '--in', 'nowhere'])
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('chatgpt, claude') })
  })
})

it('shows control characters on a terminal, and leaves them unchanged in a pipe', async () => {
  const raw = 'A\u001B]52;c;aGk=\u0007B\u009B1mC\u202ED\n'
  expect((await line.run(['hostile'])).out).toBe(raw)
  const { shown } = await line
    .terminal('promptshelf show hostile; promptshelf search hostile')
    .end()
  expect(shown).toContain('A␛]52;c;aGk=␇B<U+009B>1mC<U+202E>D')
  expect(shown).toContain('Hostile ␛[31mred')
  const { shown: plain } = await line.terminal('NO_COLOR=1 promptshelf show hostile').end()
  expect(plain.replace(/^\S+\r\n/, '')).not.toContain('\u001B')
})

describe('Logging in', () => {
  it('asks on a terminal, and does not show the token', async () => {
    const file = join(line.home, 'other/promptshelf/config.json')
    const env = { XDG_CONFIG_HOME: join(line.home, 'other') }
    const terminal = line.terminal(`promptshelf login ${line.server.origin} --with-token`, { env })
    await terminal.sees('it is not shown')
    terminal.type(`x${line.token}\b`)
    terminal.type(`\u0015${line.token}\r`)
    const { code, shown } = await terminal.end()
    expect(code).toBe(0)
    expect(shown).not.toContain(line.token.slice(-8))
    expect(shown).toContain('read and change, run prompts')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('can be stopped by Ctrl+C, and leaves the terminal as it was', async () => {
    const terminal = line.terminal(
      `promptshelf login ${line.server.origin} --with-token --name other`,
    )
    await terminal.sees('it is not shown')
    terminal.type('pshelf_\u0003')
    const { code, shown } = await terminal.end()
    expect([code, shown]).toEqual([130, expect.stringContaining('Stopped.')])
    expect((await line.run(['servers'])).out).not.toContain('other')
  })

  it('refuses an invalid token, and an expired one', async () => {
    const { origin } = line.server
    const wrong = await line.run(['login', origin], { input: 'password\n' })
    expect(wrong).toMatchObject({ code: 1, out: '' })
    const ended = `${line.token.slice(0, -49)}${'0'.repeat(49)}`
    expect(await line.run(['login', origin], { input: ended })).toMatchObject({ code: 3, out: '' })
    const env = { PROMPTSHELF_URL: origin, PROMPTSHELF_TOKEN: ended }
    expect((await line.run(['ls'], { env })).code).toBe(3)
    expect((await line.run(['ls'], { env: { XDG_CONFIG_HOME: '/nonexistent' } })).code).toBe(3)
  })

  it('sends no token without encryption, unless it is allowed to', async () => {
    const refused = await line.run(['login', 'http://prompts.example'], { input: line.token })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('not encrypted') })
  })

  it('stores several servers, and refuses a file that others can read', async () => {
    const { origin } = line.server
    const env = { XDG_CONFIG_HOME: join(line.home, 'several') }
    const file = join(line.home, 'several/promptshelf/config.json')
    const read = await line.makeToken(['library:read'])
    await line.run(['login', origin, '--name', 'one'], { env, input: line.token })
    await line.run(['login', origin, '--name', 'two'], { env, input: read })
    expect((await line.run(['whoami'], { env })).out).toMatch(/^two \(.*\n[^]*Permissions  read\n/)
    expect((await line.run(['whoami', '--server', 'one'], { env })).out).toMatch(/^one /)
    expect((await line.run(['servers', 'one'], { env })).out).toBe(
      `*\tone\t${origin}\n \ttwo\t${origin}\n`,
    )
    // A read-only token can fill in, too.
    expect((await line.run(['--server', 'two', 'review', 'code=x'], { env })).code).toBe(0)
    await line.run(['logout', 'one'], { env })
    expect((await line.run(['whoami'], { env })).out).toMatch(/^two /)
    chmodSync(file, 0o640)
    const open = await line.run(['ls'], { env })
    expect(open).toMatchObject({ code: 1, err: expect.stringContaining(`chmod 600 '${file}'`) })
    expect(readFileSync(file, 'utf8')).toContain(read)
  })

  it('writes to the target of a linked file, and reports if it cannot', async () => {
    const env = { XDG_CONFIG_HOME: join(line.home, 'linked') }
    const [target, link] = ['dotfile', 'linked/promptshelf/config.json'].map((each) =>
      join(line.home, each),
    ) as [string, string]
    mkdirSync(dirname(link), { recursive: true })
    writeFileSync(target, '{"servers":{}}', { mode: 0o600 })
    symlinkSync(target, link)
    const login = ['login', line.server.origin, '--name', 'one']
    expect((await line.run(login, { env, input: line.token })).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain(line.token)
    rmSync(link)
    writeFileSync(join(line.home, 'linked/promptshelf/none'), '')
    symlinkSync('none/none', link)
    const failed = await line.run(login, { env, input: line.token })
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\S+ cannot be read: part of the path is not a directory\.\n$/),
    })
  })
})

it('stays within the folder of a token', async () => {
  const { id: folderId } = (await line.call(calls.listFolders, {})).folders[0] ?? { id: '' }
  const token = await line.makeToken(['library:read'], folderId)
  const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token }
  expect((await line.run(['ls'], { env })).out).toBe('review\tCode review\n')
  expect((await line.run(['review', 'code=x'], { env })).code).toBe(0)
  expect((await line.run(['hostile'], { env })).code).toBe(1)
})

it('speaks German by the locale, and has help', async () => {
  const env = { LANG: 'de_AT.UTF-8' }
  expect((await line.run(['review'], { env })).err).toBe('Fehlende Werte: code.\n')
  for (const args of [[], ['help'], ['--help']]) {
    expect((await line.run(args)).out).toMatch(/^promptshelf: the prompts[^]*Exit codes\n/)
  }
  expect((await line.run(['help', 'login'])).out).toBe((await line.run(['login', '--help'])).out)
  expect(await line.run(['ls', '--colour'])).toMatchObject({
    code: 2,
    err: 'Unknown option: --colour. See promptshelf help ls.\n',
  })
  for (const option of ['--bogus', '-x', '--tone=warm']) {
    expect(await line.run([option])).toMatchObject({ code: 2, out: '' })
  }
  const { out } = await line.run(['--version'])
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const versions = [out.trim(), about.version, manifest.version]
  expect(new Set(versions)).toEqual(new Set([whole.version]))
})

it('follows no redirect with its token', async () => {
  const asked: string[] = []
  const other = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const env = { PROMPTSHELF_URL: `http://127.0.0.1:${port}`, PROMPTSHELF_TOKEN: line.token }
  expect(await line.run(['whoami'], { env })).toMatchObject({ code: 1, out: '' })
  expect(asked).toEqual(['/api/tokens/me'])
})

it('is one file of at most 200 kB, which the server serves', async () => {
  const response = await fetch(`${line.server.origin}/promptshelf.mjs`)
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('etag')).toBeTruthy()
  const text = await response.text()
  expect(text).toBe(readFileSync(program, 'utf8'))
  expect(text.length).toBeLessThan(200_000)
  const imported = [...text.matchAll(/\bfrom ?["']([^"']+)["']/g)].map(([, name]) => name)
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([])
})
