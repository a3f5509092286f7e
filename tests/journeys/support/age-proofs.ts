import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ServerProcess } from '#tests/support/server-process.ts'

/** Backdates the login of every session, as if a quarter of an hour had passed. */
export function ageProofs({ directory }: ServerProcess): void {
  const database = new DatabaseSync(join(directory, 'promptshelf.sqlite'))
  database.exec('pragma busy_timeout = 5000; update sessions set proved_at = 0')
  database.close()
}
