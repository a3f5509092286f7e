import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { node } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { toLauncher } from './stage-files.ts'

// A package with programs that print how they were started.
const home = makeScratchDirectory('package')
const at = (...names: string[]) => join(home, ...names)
for (const folder of [
  'bin',
  'node/bin',
  'server',
  'scripts',
  'secrets',
  'path',
  'user/local/bin',
]) {
  mkdirSync(at(folder), { recursive: true })
}
const printing = 'console.log(JSON.stringify({ words: process.argv.slice(2), env: process.env }))'
for (const file of ['server/main.ts', 'scripts/backup.ts']) writeFileSync(at(file), printing)
writeFileSync(at('package.json'), '{"type":"module"}')
const commands = {
  promptshelf: toLauncher('server/main.ts'),
  restore: toLauncher('scripts/backup.ts', 'restore'),
}
for (const [name, text] of Object.entries(commands)) {
  writeFileSync(at('bin', name), text, { mode: 0o755 })
}
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a command of the package, with the Node of the package or with one in the path. */
async function run(command: string, words: string[] = [], env: Record<string, string> = {}) {
  rmSync(at('node/bin/node'), { force: true })
  if (env['PATH'] === undefined) symlinkSync(node, at('node/bin/node'))
  const { stdout } = await promisify(execFile)(command, words, {
    env: { PATH: '/usr/bin:/bin', HOME: at('user'), ...env },
  })
  return JSON.parse(stdout) as { words: string[]; env: Record<string, string> }
}

it('A command passes its arguments on, also when it is called by a link', async () => {
  // Deeper than the package's own, so that no folder is found from there.
  symlinkSync(at('bin/restore'), at('user/local/bin/restore'))
  const words = ['a b', '*', '']
  expect((await run(at('user/local/bin/restore'), words)).words).toEqual(['restore', ...words])
  expect((await run(at('bin/promptshelf'), words)).words).toEqual(words)
})

it('Secrets from systemd are passed as files, never as values', async () => {
  writeFileSync(at('secrets/secrets_SMTP_URL'), 'smtp://user:hidden@mail.example')
  const { env } = await run(at('bin/promptshelf'), [], { CREDENTIALS_DIRECTORY: at('secrets') })
  expect(env['SMTP_URL_FILE']).toBe(at('secrets/secrets_SMTP_URL'))
  expect(JSON.stringify(env)).not.toContain('hidden')
})

it("Compiled code is cached in the given folder, otherwise in the user's", async () => {
  const given = await run(at('bin/promptshelf'), [], { NODE_COMPILE_CACHE: at('cache') })
  expect(given.env['NODE_COMPILE_CACHE']).toBe(at('cache'))
  const own = await run(at('bin/promptshelf'))
  expect(own.env['NODE_COMPILE_CACHE']).toBe(at('user/.cache/promptshelf'))
})

it("A package without Node uses the system's, but only in the right version", async () => {
  const PATH = `${at('path')}:/usr/bin:/bin`
  symlinkSync(node, at('path/node'))
  expect((await run(at('bin/promptshelf'), ['x'], { PATH })).words).toEqual(['x'])
  rmSync(at('path/node'))
  for (const version of ['v20.19.0', 'v2', '']) {
    writeFileSync(at('path/node'), `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 })
    await expect(run(at('bin/promptshelf'), [], { PATH })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Promptshelf needs Node \d+, as the command node\.\n$/),
    })
  }
})
