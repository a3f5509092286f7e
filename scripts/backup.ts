// `npm run backup -- FILE` and `npm run restore -- FILE`, for the embedded database in DATA_DIR.
import { BackUpError, backUpDatabase } from '#server/db/backup/back-up-database.ts'
import { restoreDatabase } from '#server/db/backup/restore-database.ts'
import { ConfigError, processEnvironment, readConfig } from '#server/config.ts'

const [action, target] = process.argv.slice(2)

try {
  console.log(run())
} catch (error) {
  if (!(error instanceof BackUpError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function run(): string {
  const { database } = readConfig(processEnvironment())
  if (target === undefined)
    throw new BackUpError(`Say which file to ${action === 'backup' ? 'back up to' : 'restore'}.`)
  if (database.kind === 'postgres') {
    throw new BackUpError(
      'This is for the embedded database. For PostgreSQL, use pg_dump: see README.md.',
    )
  }
  if (action === 'backup') {
    backUpDatabase(database.file, target)
    return `${target} holds the database as it was.`
  }
  const kept = restoreDatabase(target, database.file)
  const former = kept === undefined ? '' : ` The former one is kept as ${kept}.`
  return `The database is the one of ${target}.${former}`
}
