import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Processor } from './stage-files.ts'
import {
  checkServer,
  confine,
  measureAbsence,
  runProgram,
  startProgram,
  exerciseServer,
  waitForServer,
} from './exercise-server.ts'

const port = '3200'
const origin = `http://localhost:${port}`

type Image = {
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    WorkingDir: string
    Healthcheck: { Test: string[] }
  }
}

/**
 * Tries the image like a container, without Docker: as its user, on a read-only root with a volume. Another processor
 * is emulated, and not upgraded.
 */
export async function tryImage(
  former: string,
  now: string,
  scratch: string,
  processor: Processor,
): Promise<string[]> {
  const data = join(scratch, 'data')
  mkdirSync(data, { recursive: true })
  execFileSync('chown', ['65532:65532', data])
  if (processor !== 'amd64') {
    const begun = Date.now()
    const emulated = startProgram(unpack(now, join(scratch, 'now'), data, processor).command)
    await waitForServer(origin)
    const started = Date.now() - begun
    await exerciseServer(origin)
    await emulated.stop()
    return [`served after ${started} ms, emulated`]
  }

  const before = startProgram(unpack(former, join(scratch, 'former'), data, processor).command)
  await waitForServer(origin)
  const used = await exerciseServer(origin)
  const { command, isHealthy, administer } = unpack(now, join(scratch, 'now'), data, processor)
  let program = before
  const away = await measureAbsence(origin, async () => {
    await before.stop()
    program = startProgram(command)
  })
  await checkServer(origin, used)
  assert.ok(isHealthy())
  assert.match(administer('user', 'list'), /ada@example\.com/)
  await program.stop()
  assert.ok(!isHealthy())
  return [`an upgrade stopped it for ${away} ms`]
}

function unpack(folder: string, scratch: string, data: string, processor: Processor) {
  const [archive = ''] = globSync(join(folder, `*-image-${processor}.tar.gz`))
  const [parts, root] = [join(scratch, 'parts'), join(scratch, 'root')]
  // The files that every container has in its root.
  for (const each of [parts, join(root, 'dev'), join(root, 'proc')]) {
    mkdirSync(each, { recursive: true })
  }
  execFileSync('tar', ['-xzf', archive, '-C', parts])
  const [manifest] = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as [
    { Config: string; Layers: string[] },
  ]
  for (const layer of manifest.Layers) {
    execFileSync('tar', ['-xf', join(parts, layer), '-C', root])
  }
  const { config } = JSON.parse(readFileSync(join(parts, manifest.Config), 'utf8')) as Image
  rmSync(parts, { recursive: true })
  const variables = config.Env.map((pair) => pair.split(/=(.*)/s, 2))
  const where = {
    root,
    folders: { '/data': data },
    user: config.User.split(':', 1)[0] ?? '',
    variables: { ...Object.fromEntries(variables), PORT: port } as Record<string, string>,
    at: config.WorkingDir,
  }
  const administer = (...args: string[]) => {
    const [node = ''] = config.Entrypoint
    return runProgram(confine([node, 'server/admin.ts', ...args], where))
  }
  const isHealthy = () => {
    try {
      runProgram(confine(config.Healthcheck.Test.slice(1), where))
      return true
    } catch {
      return false
    }
  }
  return { command: confine([...config.Entrypoint, ...config.Cmd], where), isHealthy, administer }
}
