import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { findNodeFault } from './prepare.mjs'

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

test('Node versions whose npm would omit native code are refused before anything is installed', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe('^20.19.0 || >=22.12.0')
  for (const version of ['v18.20.8', 'v20.0.0', 'v20.18.1', 'v21.7.3', 'v22.0.0', 'v22.11.0']) {
    expect(findNodeFault(version)).toBe(
      `Promptshelf needs Node 20.19, 22.12 or newer, and this is Node ${version.slice(1)}. Nothing was installed.`,
    )
  }
  for (const version of ['v20.19.0', 'v20.20.2', 'v22.12.0', 'v22.23.3', 'v24.0.0', 'v26.10.0']) {
    expect(findNodeFault(version)).toBeUndefined()
  }
})

test('The lock file has the optional packages of all platforms, as `npm ci` needs them', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

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
