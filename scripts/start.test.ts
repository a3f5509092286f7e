import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const scripts = ['scripts/{start,backup,prepare,serve}.mjs', 'scripts/backup.ts']

test.each(['SIGTERM', 'SIGINT'] as const)(
  '`npm start` serves, and %s to npm stops the server cleanly',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'promptshelf-start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const npm = spawn('npm', ['start'], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const address = await new Promise<string>((resolve) => {
      createInterface(npm.stdout).on('line', (line) => {
        const found = /"address":"([^"]+)"/.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    expect((await fetch(`${address}/api/health`)).status).toBe(200)

    npm.kill(signal)
    expect(await once(npm, 'exit')).toEqual([0, null])
    await expect(fetch(`${address}/api/health`)).rejects.toThrow('fetch failed')
  },
)

test('`npm start` and `npm run backup` need only production packages', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const production = new Set(Object.keys(manifest.dependencies))
  const files = globSync(['{contract,server,web}/**/*.{ts,tsx}', 'vite.config.ts', ...scripts], {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}'],
  })
  expect(files.length).toBeGreaterThan(200)
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of source.matchAll(
      /\b(?:from |import |import\()'((?:@[^/']+\/)?[^#./'][^/':]*)/g,
    )) {
      if (!builtinModules.includes(name) && name !== 'node') {
        expect([file, production.has(name) ? name : undefined]).toEqual([file, name])
      }
    }
  }
})
