import { parentPort, workerData } from 'node:worker_threads'
import { toSqliteFailure, type SqliteFailure } from '#server/db/failures.ts'
import { openSqlite } from '#server/db/sqlite/sqlite-engine.ts'

export type WorkerRequest = { sql: string; parameters: readonly unknown[] }
export type WorkerReply =
  | { rows: unknown[]; changes: bigint | undefined }
  | { failure: SqliteFailure }

const port = parentPort
if (port === null || typeof workerData !== 'string') throw new Error('Only to be run as a worker.')
const engine = openSqlite(workerData)

port.on('message', ({ sql, parameters }: WorkerRequest) => {
  port.postMessage(reply(sql, parameters))
})

function reply(sql: string, parameters: readonly unknown[]): WorkerReply {
  try {
    return engine.run(sql, parameters)
  } catch (error) {
    // Cloning an Error would drop SQLite's code.
    return { failure: toSqliteFailure(error) }
  }
}
