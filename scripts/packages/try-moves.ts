import { strict as assert } from 'node:assert'
import { globSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readShellBlocks } from '#tests/support/read-blocks.ts'
import type { Machine } from './boot-debian.ts'
import { checkServer, waitForServer, type Used } from './exercise-server.ts'

type Move = {
  origin: string
  used: Used
  password: string
  postgres: { empty: () => void }
}

/** Moves everything from SQLite to PostgreSQL and back, as documented for packages. */
export async function tryMoves(
  machine: Machine,
  { origin, used, password, postgres }: Move,
): Promise<void> {
  const { root, inside } = machine
  postgres.empty()
  const blocks = readShellBlocks('docs/operate/move-databases.md', 'test:packages')
  const guide = machine.openShell(blocks, '/root', {
    'promptshelf:…@': `promptshelf:${password}@`,
  })
  const copied = await guide.type()
  assert.match(copied, /prompts +1\b/)
  await waitForServer(origin)
  // From here on, everything found is in PostgreSQL.
  const kept = globSync(join(root, 'var/lib/private/promptshelf/promptshelf.sqlite*'))
  for (const file of kept) renameSync(file, file.replace('promptshelf.sqlite', 'kept.sqlite'))
  await checkServer(origin, used)
  const checked = inside('sh', '-c', 'promptshelf-admin check --quick || true')
  assert.match(checked, /^backups .*use pg_dump/m)
  await guide.type()
  assert.deepEqual(await guide.close(), [])
  await waitForServer(origin)
  await checkServer(origin, used)
}
