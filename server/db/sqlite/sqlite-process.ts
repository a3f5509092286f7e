import { toSqliteFailure, type SqliteFailure } from '#server/db/failures.ts'
import { openSqlite } from '#server/db/sqlite/sqlite-engine.ts'

export type ProcessRequest = { sql: string; parameters: readonly unknown[] }
export type ProcessReply =
  | { rows: unknown[]; changes: bigint | undefined }
  | { failure: SqliteFailure }

const [file] = process.argv.slice(2)
if (file === undefined || process.send === undefined)
  throw new Error('Only the server may run this.')
const engine = openSqlite(file)

// Signals reach every process of a terminal or a service, but the server needs this one until it exits itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', ({ sql, parameters }: ProcessRequest) => {
  process.send?.(reply(sql, parameters))
})

function reply(sql: string, parameters: readonly unknown[]): ProcessReply {
  try {
    return engine.run(sql, parameters)
  } catch (error) {
    // Cloning an Error would drop SQLite's code.
    return { failure: toSqliteFailure(error) }
  }
}
