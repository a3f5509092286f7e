import { strict as assert } from 'node:assert'
import { copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readShellBlocks } from '#tests/support/read-blocks.ts'
import type { Machine } from './boot-debian.ts'
import { exerciseServer, waitForServer } from './exercise-server.ts'
import { tryBackupFolders } from './try-backups.ts'
import { tryMoves } from './try-moves.ts'

const origin = 'http://localhost:3000'
const downloads = '/root/tarball'

/** Tries the tarball as a service of a booted Debian, with its commands, its backups and both databases. */
export async function tryService(
  machine: Machine,
  now: string,
  database: { password: string; postgres: { empty: () => void } },
): Promise<void> {
  const { root, inside } = machine
  const [archive = ''] = globSync(join(now, '*-linux-amd64.tar.gz'))
  mkdirSync(join(root, downloads))
  copyFileSync(archive, join(root, downloads, basename(archive)))
  // `try-tarball.ts` runs the first one.
  const [, asService, ...none] = readShellBlocks('docs/operate/packages.md', 'test:packages')
  assert.ok(asService !== undefined && none.length === 0)
  const guide = machine.openShell([asService], downloads)
  await guide.type()
  assert.deepEqual(await guide.close(), [])
  await waitForServer(origin)
  const used = await exerciseServer(origin)
  writeFileSync(
    join(root, 'etc/promptshelf/promptshelf.env'),
    'NODE_EXTRA_CA_CERTS=/etc/authority/ca.pem\n',
  )
  assert.match(inside('promptshelf-admin', 'user', 'list'), /ada@example\.com/)
  inside('promptshelf-backup', 'by-hand.sqlite')
  assert.ok(existsSync(join(root, 'var/lib/private/promptshelf/by-hand.sqlite')))
  await tryMoves(machine, { origin, used, ...database })
  await tryBackupFolders(machine)
}
