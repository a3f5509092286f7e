import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readShellBlocks } from '#tests/support/read-blocks.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { importedModules, listFiles } from './list-files.ts'
import {
  checkServer,
  confine,
  createPrompt,
  measureAbsence,
  runProgram,
  startProgram,
  exerciseServer,
  waitForServer,
} from './exercise-server.ts'

const port = '3100'
const origin = `http://localhost:${port}`
const asAda = ['--reuid=1000', '--regid=1000', '--clear-groups']

function findArchive(folder: string, kind: string): string {
  return globSync(join(folder, `promptshelf-*-${kind}.tar.gz`))[0] ?? ''
}

/** Tries the tarballs as a user of a minimal Debian: unpacks, uses, upgrades and removes them. */
export async function tryTarball(former: string, now: string, root: string): Promise<string[]> {
  const home = join(root, 'home/ada')
  mkdirSync(home, { recursive: true })
  execFileSync('chown', ['1000:1000', home])
  const inRoot = (command: string[], path = '/usr/bin', variables = {}) =>
    confine(command, {
      root,
      folders: { '/home/ada': home },
      user: '1000',
      variables: { HOME: '/home/ada', PATH: path, PORT: port, ...variables },
      at: '/home/ada',
    })
  const placesOf = (folder: string, kind: string) => {
    const name = basename(findArchive(folder, kind)).replace(`-${kind}.tar.gz`, '')
    return [join(home, name), `/home/ada/${name}/bin/promptshelf`] as const
  }
  const unpack = (folder: string, kind: string) => {
    execFileSync('setpriv', [...asAda, 'tar', '-xzf', findArchive(folder, kind), '-C', home])
    return placesOf(folder, kind)
  }

  const begun = Date.now()
  const [formerFolder, formerCommand] = unpack(former, 'linux-amd64')
  const before = startProgram(inRoot([formerCommand]))
  await waitForServer(origin)
  await createPrompt(siteClient(origin))
  const first = Date.now() - begun
  await before.stop()
  rmSync(join(home, 'data'), { recursive: true })

  const backingUp = inRoot([formerCommand], '/usr/bin', {
    BACKUP_EVERY: '24h',
    BACKUP_DIR: '/home/ada/backups',
  })
  const again = startProgram(backingUp)
  await waitForServer(origin)
  const used = await exerciseServer(origin)
  for (const until = Date.now() + 120_000; ; await delay(100)) {
    if (existsSync(join(home, 'backups/restored'))) break
    if (Date.now() > until) throw new Error('The server makes no backup.')
  }
  runProgram(inRoot([`${formerCommand}-backup`, 'backup.sqlite']))
  // The first documented block unpacks this release and starts it.
  const [start] = readShellBlocks('docs/operate/packages.md', 'test:packages')
  const archive = findArchive(now, 'linux-amd64')
  copyFileSync(archive, join(home, basename(archive)))
  const [nowFolder, nowCommand] = placesOf(now, 'linux-amd64')
  const { unpacking, starting } =
    /^(?<unpacking>tar .*\n)(?<starting>\S+\n)$/.exec(start?.code ?? '')?.groups ?? {}
  runProgram(inRoot(['sh', '-euc', unpacking ?? '']))
  let program = again
  const away = await measureAbsence(origin, async () => {
    await again.stop()
    program = startProgram(inRoot(['sh', '-euc', starting ?? '']))
  })
  rmSync(formerFolder, { recursive: true })
  await checkServer(origin, used)
  await program.stop()
  runProgram(inRoot([`${nowCommand}-restore`, 'backup.sqlite']))

  // Modules that a server loads on demand must be found, too.
  const node = nowCommand.replace('bin/promptshelf', 'node/bin/node')
  const names = importedModules(listFiles()).filter((name) => !name.startsWith('@zxcvbn'))
  for (const name of names) {
    const script = `cd ${nowCommand}/../.. && exec ${node} --eval "await import('${name}')"`
    runProgram(inRoot(['sh', '-c', script]))
  }

  // Without its own Node, it uses the system's.
  rmSync(join(home, 'node'), { recursive: true, force: true })
  execFileSync('cp', ['-r', join(nowFolder, 'node'), join(home, 'node')])
  rmSync(nowFolder, { recursive: true })
  const [anyFolder, anyCommand] = unpack(now, 'any')
  assert.throws(() => runProgram(inRoot([anyCommand])), /Promptshelf needs Node 26/)
  const any = startProgram(inRoot([anyCommand], '/home/ada/node/bin:/usr/bin'))
  await waitForServer(origin)
  await checkServer(origin, used)
  await any.stop()
  rmSync(anyFolder, { recursive: true })
  assert.ok(existsSync(join(home, 'data/promptshelf.sqlite')))
  return [`first prompt after ${first} ms`, `an upgrade stopped it for ${away} ms`]
}
