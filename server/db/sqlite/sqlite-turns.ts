import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { actingOwner } from '#server/db/acting-owner.ts'
import { isBusy } from '#server/db/failures.ts'
import type { AccountNo } from '#server/db/owner.ts'
import type { Outcome, SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'

const lockRetryMs = 2
const lockPatienceMs = 5_000

/**
 * Shares one SQLite connection between concurrent callers. A statement or a transaction uses the connection alone, and
 * accounts get it in turn, so that one with many statements does not block the others. A statement that finds the file
 * locked by another process is retried for 5 s without blocking the thread. Only the first in the queue retries; readers
 * never wait in it.
 */
export class Turns {
  readonly #engine: SqliteEngine
  #isTaken = false
  #served: AccountNo | undefined
  /** Queues by account, the next account first. The server's own work counts as an account. */
  readonly #waiting = new Map<AccountNo | undefined, (() => void)[]>()
  #line: Promise<void> = Promise.resolve()

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  /** Runs a statement outside any transaction. */
  run({ sql, parameters }: CompiledQuery): Promise<Outcome> {
    return this.#retryWhileLocked(async () => {
      if (!this.#takeFree()) await this.#waitForIt()
      try {
        return await this.#engine.run(sql, parameters)
      } finally {
        this.#pass()
      }
    })
  }

  /** Begins a transaction. Returns a function that lets the next caller use the connection. */
  begin(): Promise<() => void> {
    return this.#retryWhileLocked(async () => {
      if (!this.#takeFree()) await this.#waitForIt()
      try {
        // A deferred transaction could fail at its first write, where it cannot be retried.
        await this.#engine.run('begin immediate', [])
      } catch (error) {
        this.#pass()
        throw error
      }
      return () => this.#pass()
    })
  }

  #takeFree(): boolean {
    if (this.#isTaken) return false
    this.#isTaken = true
    this.#served = actingOwner()
    return true
  }

  #waitForIt(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const account = actingOwner()
    const others = this.#waiting.get(account)
    if (others) others.push(resolve)
    else this.#waiting.set(account, [resolve])
    return promise
  }

  /** Passes the connection to the account that has waited the longest, which then queues behind all others. */
  #pass(): void {
    const [first, second] = this.#waiting
    const next = first?.[0] === this.#served ? (second ?? first) : first
    if (next === undefined) {
      this.#isTaken = false
      return
    }
    const [account, [resolve, ...others]] = next
    this.#served = account
    this.#waiting.delete(account)
    if (others.length > 0) this.#waiting.set(account, others)
    resolve?.()
  }

  async #retryWhileLocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const givesUpAt = performance.now() + lockPatienceMs
    let leaveLine: (() => void) | undefined
    try {
      while (true) {
        try {
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

  /** Waits until all callers ahead have left the queue. Returns a function that leaves it. */
  async #joinLine(): Promise<() => void> {
    const ahead = this.#line
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await ahead
    return resolve
  }
}
