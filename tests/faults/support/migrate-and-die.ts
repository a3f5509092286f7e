// Run as a process by migrating.test.ts: migrates to the next release, and kills itself before a given statement.
import type { KyselyPlugin } from 'kysely'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { nextMigrations } from './next-release.ts'

const [database = '', last = ''] = process.argv.slice(2)
let statements = 0

const mortal: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
    statements += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

await migrateDatabase(
  database.startsWith('postgres:')
    ? { kind: 'postgres', url: database }
    : { kind: 'sqlite', file: database },
  Object.fromEntries(
    Object.entries(nextMigrations).map(([name, migration]) => [
      name,
      { ...migration, up: (db) => migration.up(db.withPlugin(mortal)) },
    ]),
  ),
)
console.log(statements)
