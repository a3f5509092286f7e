import { existsSync } from 'node:fs'
import { CommandError } from '#server/operate/admin/define-command.ts'
import type { Config, DatabaseLocation } from '#server/config/config.ts'
import type { Services } from '#server/core/services.ts'
import type { Database } from '#server/db/database.ts'
import { compareMigrations } from '#server/db/migrations/compare-migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'

/** A statement over all accounts of a large server takes longer than a request may. */
const statementMs = 10 * 60_000

/** Composes the services over an open database, without background jobs. */
export type MakeServices = (
  config: Config,
  options: { db: Database; environment: NodeJS.ProcessEnv; jobs: readonly [] },
) => Promise<{ services: Services; close: () => Promise<void> }>

/**
 * Opens a server's database while the server may be running, without background jobs. Changes nothing: only a server
 * upgrades a database.
 *
 * @throws CommandError if there is no database, or if it is not of this version
 */
export async function openServices(
  config: Config,
  environment: NodeJS.ProcessEnv,
  makeServices: MakeServices,
): Promise<{ services: Services; close: () => Promise<void> }> {
  const { database } = config
  await refuseOtherVersion(database)
  const db = openDatabase(database, { statementMs })
  const { services, close } = await makeServices(config, { db, environment, jobs: [] })
  return {
    services,
    close: async () => {
      await close()
      await db.close()
    },
  }
}

/** @throws CommandError as `openServices`, UnusableDatabaseError */
export async function refuseOtherVersion(database: DatabaseLocation): Promise<void> {
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new CommandError(
      `There is no database at ${database.file}: DATA_DIR may be that of another server, or it was never started.`,
    )
  }
  const { missing, unknown } = await compareMigrations(database)
  if (unknown.length > 0) {
    throw new CommandError(
      `The database was created by a newer version of Promptshelf (${unknown.join(', ')}). Use that version.`,
    )
  }
  if (missing.length > 0) {
    throw new CommandError(
      `The database is of an older version of Promptshelf (it lacks ${missing.join(', ')}): start the server of this ` +
        `version first, which upgrades it.`,
    )
  }
}
