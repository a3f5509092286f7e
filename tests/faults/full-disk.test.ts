import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeChance } from '#tests/support/chance.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { checkLibrary } from './support/check-library.ts'
import { checkRows } from './support/check-rows.ts'
import { report, times } from './support/fault-length.ts'
import { libraryWriter } from './support/library-writer.ts'
import { siteUser, type SiteUser } from '#tests/support/clients/site-user.ts'

const rounds = times(1, 10)
const before = times(60, 300)

/** A way to fill the disk, and to free it again. */
type Disk = { fill: (server: ServerProcess) => void; clear: (server: ServerProcess) => void }

function createLong(user: SiteUser) {
  const prompt = 'x'.repeat(200_000)
  return user.call(calls.createPrompt, { name: 'No room', color: 'f1f5f9', prompt })
}

async function outliveFullDisk(directory: string, disk: Disk): Promise<void> {
  const server = await startServer({ DATA_DIR: directory }, { hasPromptLimit: false })
  const user = siteUser(server.origin, 'ada@example.com')
  await user.signUp()
  const writer = libraryWriter(user, 'only', makeChance(7))
  const file = `${directory}/promptshelf.sqlite`
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const due = writer.acknowledged() + before
    await writer.write(() => writer.acknowledged() >= due)
    // A session last used days ago, which a request would renew.
    const db = new DatabaseSync(file, { timeout: 5_000 })
    db.exec('update sessions set last_used_at = 0')
    db.close()

    disk.fill(server)
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(await writer.write(() => false)).toEqual([503])
      refused += 1
    }
    // Some may still fit into pages that the database has allocated.
    let last = await createLong(user)
    while (last.status === 200) last = await createLong(user)
    expect(last).toMatchObject({ status: 503, code: 'unavailable' })
    const credentials = { email: user.email, password: 'a quiet library' }
    expect([200, 503]).toContain((await user.call(calls.login, credentials)).status)
    expect((await user.call(calls.checkHealth, {})).status).toBe(200)
    expect(await user.ask(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
    await checkLibrary(user, [writer])

    disk.clear(server)
    const more = writer.acknowledged() + 20
    expect(await writer.write(() => writer.acknowledged() >= more)).toEqual([])
    await checkLibrary(user, [writer])
    await checkRows({ kind: 'sqlite', file })
  }
  expect(await server.stop()).toBe(0)
  report(
    `Full disk: ${rounds} rounds, ${refused} writes refused, ${writer.acknowledged()} acknowledged`,
  )
}

describe('A full disk', () => {
  test('is reported, does not prevent reads, and needs no restart once there is room', async () => {
    const directory = makeScratchDirectory('full')
    // A file size limit of one byte, which needs no privileges.
    const limit = (bytes: string, pid: number) =>
      execFileSync('prlimit', [`--fsize=${bytes}:`, '--pid', String(pid)])
    await outliveFullDisk(directory, {
      fill: ({ pid }) => limit('1', pid),
      clear: ({ pid }) => limit('unlimited', pid),
    })
    rmSync(directory, { recursive: true })
  })
})

const mountPoint = makeScratchDirectory('small-disk')
const canMount = tryToMount()
if (!canMount) rmSync(mountPoint, { recursive: true })

function tryToMount(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'promptshelf-test', mountPoint], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

// The same on a separate file system, if this process may mount one.
describe.runIf(canMount)('A small disk filled by another program', () => {
  beforeAll(() => mkdirSync(`${mountPoint}/data`))
  afterAll(() => {
    execFileSync('umount', ['--lazy', mountPoint])
    rmSync(mountPoint, { recursive: true })
  })

  test('is reported, does not prevent reads, and needs no restart once there is room', async () => {
    const ballast = `${mountPoint}/ballast`
    await outliveFullDisk(`${mountPoint}/data`, {
      fill: () => {
        const descriptor = openSync(ballast, 'w')
        const { bavail, bsize } = statfsSync(mountPoint)
        writeSync(descriptor, Buffer.alloc(bavail * bsize))
        closeSync(descriptor)
      },
      clear: () => rmSync(ballast),
    })
  })
})
