import { Worker } from 'node:worker_threads'
import type { Outcome, SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'
import type { WorkerReply, WorkerRequest } from '#server/db/sqlite/sqlite-worker.ts'

type Waiting = { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }

/**
 * Opens a SQLite file in a worker thread, which starts with the first statement. Statements run in the order
 * in which they are sent.
 */
export function openSqliteInBackground(file: string): SqliteEngine {
  let worker: Worker | undefined
  const waiting: Waiting[] = []

  function fail(error: Error): void {
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: file })
    started.unref()
    started.on('message', (reply: WorkerReply) => {
      const next = waiting.shift()
      if ('failure' in reply) {
        next?.reject(Object.assign(new Error(reply.failure.message), reply.failure))
      } else next?.resolve(reply)
      if (waiting.length === 0) started.unref()
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The database thread has ended.')))
    return started
  }

  return {
    run: (sql, parameters) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        waiting.push({ resolve, reject })
        worker.ref()
        worker.postMessage({ sql, parameters } satisfies WorkerRequest)
      }),
    async close() {
      await worker?.terminate()
    },
  }
}
