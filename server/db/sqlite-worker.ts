import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '#server/db/sqlite-engine.ts'

export type WorkerRequest = { sql: string; parameters: readonly unknown[] }
export type WorkerReply =
  | { rows: unknown[]; changes: bigint | undefined }
  | { failure: { message: string; code: string | undefined; errcode: number | undefined } }

const port = parentPort
if (port === null || typeof workerData !== 'string') throw new Error('Only to be run as a worker.')
const engine = openSqlite(workerData)

port.on('message', async ({ sql, parameters }: WorkerRequest) => {
  port.postMessage(await reply(sql, parameters))
})

async function reply(sql: string, parameters: readonly unknown[]): Promise<WorkerReply> {
  try {
    return await engine.run(sql, parameters)
  } catch (error) {
    // A clone of an Error would lose SQLite's code.
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { failure: { message, code, errcode } }
  }
}
