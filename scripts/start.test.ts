import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

test.each(['SIGTERM', 'SIGINT'] as const)(
  '`npm start` serves, and %s to npm ends the server cleanly',
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
