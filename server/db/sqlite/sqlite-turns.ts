import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { isBusy } from '#server/db/failures.ts'
import type { Outcome, SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'

const lockRetryMs = 2
const lockPatienceMs = 5_000

/**
 * Shares one SQLite connection between concurrent callers. A transaction has the connection to itself. A
 * statement that finds the file locked by another process is retried for 5 s without blocking the thread,
 * and only the first in line retries; readers never wait in that line.
 */
export class Turns {
  readonly #engine: SqliteEngine
  #transaction: Promise<void> | undefined
  #line: Promise<void> = Promise.resolve()

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  /** Runs a statement outside any transaction. */
  run({ sql, parameters }: CompiledQuery): Promise<Outcome> {
    return this.#retryWhileLocked(async () => this.#engine.run(sql, parameters))
  }

  /** Begins a transaction. Returns the function that lets the next caller use the connection. */
  begin(): Promise<() => void> {
    return this.#retryWhileLocked(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#transaction = promise
      const end = () => {
        this.#transaction = undefined
        resolve()
      }
      try {
        // A deferred transaction could fail at its first write, where it cannot be retried.
        await this.#engine.run('begin immediate', [])
        return end
      } catch (error) {
        end()
        throw error
      }
    })
  }

  async #retryWhileLocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const givesUpAt = performance.now() + lockPatienceMs
    let leaveLine: (() => void) | undefined
    try {
      while (true) {
        try {
          while (this.#transaction !== undefined) await this.#transaction
          return await attempt()
        } catch (error) {
          if (!isBusy(error) || performance.now() > givesUpAt) throw error
        }
        if (leaveLine === undefined) leaveLine = await this.#joinLine()
        else await delay(lockRetryMs)
      }
    } finally {
      leaveLine?.()
    }
  }

  /** Waits until everyone ahead has left the line. Returns the function that leaves it. */
  async #joinLine(): Promise<() => void> {
    const ahead = this.#line
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await ahead
    return resolve
  }
}
