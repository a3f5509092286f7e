import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { replacing, startHostileServer } from './hostile-server.ts'
import { snapshot } from './snapshot.ts'

let line: CommandLine
let server: Awaited<ReturnType<typeof startHostileServer>>
let env: Record<string, string>
let opened: string
const inHome = (...names: string[]) => join(line.home, ...names)

beforeAll(async () => {
  line = await startCommandLine()
  server = await startHostileServer(line.server.origin)
  const folder = await line.call(calls.createFolder, { name: 'Work', color: '4ECDC4' })
  await line.call(calls.createPrompt, {
    name: 'Review',
    shortName: 'review',
    color: '4ECDC4',
    prompt: 'Be {<b>tone</b>}',
    folderId: folder.id,
  })
  opened = inHome('opened')
  const browser = `#!/bin/sh\nfor word; do printf '%s\\n' "$word"; done >> "${opened}"\n`
  writeFileSync(inHome('bin/browser'), browser, { mode: 0o755 })
  writeFileSync(inHome('bin/editor'), '#!/bin/sh\nsleep 0\n', { mode: 0o755 })
  mkdirSync(inHome('tmp'))
  mkdirSync(inHome('victim'))
  writeFileSync(inHome('victim/CLAUDE.md'), 'Theirs')
  writeFileSync(inHome('victim/photo'), 'A photo')
  env = {
    PROMPTSHELF_URL: server.origin,
    PROMPTSHELF_TOKEN: line.token,
    BROWSER: inHome('bin/browser'),
    EDITOR: 'editor',
    VISUAL: '',
    TMPDIR: inHome('tmp'),
  }
})
afterAll(async () => {
  server.stop()
  await line.stop()
})
beforeEach(() => writeFileSync(opened, ''))

it('A short name does not make an edit write to another directory', async () => {
  const before = snapshot(inHome('victim'))
  for (const name of ['../../victim/CLAUDE', inHome('victim/CLAUDE'), '..', 'a/../../x']) {
    server.lie(replacing('shortName', name))
    await line.run(['edit', 'Review'], { env })
    await line.run(['edit', 'Review'], { env, input: '---\nname: "x\n---\n' })
    expect(snapshot(inHome('victim'))).toEqual(before)
  }
})

it('A short name does not make a skill write to another directory', async () => {
  server.lie(replacing('shortName', '../../../victim/skill'))
  mkdirSync(inHome('a/b/.claude'), { recursive: true })
  const before = snapshot(line.home)
  const { code } = await line.run(['skills', 'sync', '--to', 'claude'], { env })
  expect(code).toBe(1)
  expect(snapshot(line.home)).toEqual(before)
})

it('Only web addresses are opened', async () => {
  server.lie((answer) => answer)
  const open = ['open', 'review', '--in', 'claude', 'tone=warm']
  expect(await line.run(open, { env })).toMatchObject({ code: 0 })
  expect(readFileSync(opened, 'utf8')).toMatch(/^https:/)
  writeFileSync(opened, '')
  for (const address of ['file:///bin/sh', '--version', '-a Calculator', '\\\\host\\x', 'HTTPS:']) {
    for (const key of ['address', 'addressWithText']) {
      server.lie(replacing(key, address))
      expect((await line.run(open, { env })).code).toBe(1)
    }
  }
  expect(readFileSync(opened, 'utf8')).toBe('')
})

it('A command that undoes another one is safe to paste', async () => {
  const evil = '$(touch pwned) ; touch pwned'
  await line.run(['import', '--folder', 'Work'], { input: 'An imported text' })
  for (const [key, words] of [
    ['trashId', ['rm', 'review', '--json']],
    ['trashId', ['rm', 'An imported text']],
    ['id', ['mkdir', 'Made']],
    ['id', ['mv', 'Work/', 'Made']],
    ['attempt', ['import', '--undo']],
    ['name', ['import', '--undo']],
  ] as const) {
    server.lie(replacing(key, evil))
    const { out, err } = await line.run(words, { env })
    for (const [command] of `${out}\n${err}`.matchAll(
      /promptshelf .*--undo.*|promptshelf (?:rm|mv) .*/g,
    )) {
      await line.bash(command, env)
    }
    expect(existsSync(inHome('pwned'))).toBe(false)
  }
})

it('A login opens only web addresses', async () => {
  for (const address of ['file:///bin/sh', '--version', 'javascript:1']) {
    server.answer((response, request) => {
      const isStart = request.url?.includes('device')
      const asked = {
        device_code: 'x',
        user_code: 'AAAA-BBBB',
        verification_uri: address,
        verification_uri_complete: address,
        expires_in: 1e300,
        interval: 1e300,
      }
      response.writeHead(isStart ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isStart ? asked : { error: 'access_denied' }))
    })
    const login = line.terminal(`promptshelf login ${server.origin}`, { env })
    expect((await login.end()).code).toBe(1)
  }
  expect(readFileSync(opened, 'utf8')).toBe('')
  expect(existsSync(inHome('.config/promptshelf/config.json'))).toBe(true)
})
