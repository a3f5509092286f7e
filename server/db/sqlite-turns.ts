import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { isBusy } from '#server/db/failures.ts'
import type { Outcome, SqliteEngine } from '#server/db/sqlite-engine.ts'

const lockRetryMs = 2
const lockPatienceMs = 5_000

/** A transaction under way. It has ended when `commit` or `rollback` has been called, whatever comes of it. */
export type SqliteTransaction = {
  run: (query: CompiledQuery) => Promise<Outcome>
  /** Is over when the transaction is on the disk. Throws where it is not, and nothing of it is left. */
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

/** The transactions of about one turn of the event loop: the disk gets all of them, or none. */
class Group {
  readonly outcome = Promise.withResolvers<void>()
  readonly ended = this.outcome.promise.catch(() => {})
  /** Takes no more transactions. */
  isEnding = false
}

/**
 * Who may use an engine when: a transaction has it to itself, and a statement that another connection's
 * lock keeps back is tried again. Whoever waits for such a lock holds up nobody else, readers above all.
 *
 * Transactions that come together go to the disk together, since everybody waits while it is waited for.
 * Each can still fail alone, and nobody reads what is not on the disk yet.
 */
export class Turns {
  readonly #engine: SqliteEngine
  #transaction: Promise<void> | undefined
  #group: Group | undefined
  /** Until everybody has left whom a lock keeps waiting; only the first of them tries. */
  #line: Promise<void> = Promise.resolve()

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  /** Runs a statement that is part of no transaction. */
  run({ sql, parameters }: CompiledQuery): Promise<Outcome> {
    const others = () => this.#transaction ?? this.#group?.ended
    return this.#outlastLocks(others, async () => this.#engine.run(sql, parameters))
  }

  begin(): Promise<SqliteTransaction> {
    const others = () =>
      this.#transaction ?? (this.#group?.isEnding ? this.#group.ended : undefined)
    return this.#outlastLocks(others, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#transaction = promise
      const end = () => {
        this.#transaction = undefined
        resolve()
      }
      try {
        if (this.#group !== undefined) {
          await this.#engine.run('savepoint member', [])
          return this.#join(this.#group, end)
        }
        // A transaction that began as a reader could fail when it first writes, with nothing to retry.
        await this.#engine.run('begin immediate', [])
        this.#group = new Group()
        return this.#open(this.#group, end)
      } catch (error) {
        end()
        throw error
      }
    })
  }

  /** The first transaction of a group. */
  #open(group: Group, end: () => void): SqliteTransaction {
    return {
      run: async ({ sql, parameters }) => this.#engine.run(sql, parameters),
      commit: async () => {
        // After those whose requests have arrived by now.
        setImmediate(() => void this.#commit(group))
        end()
        await group.outcome.promise
      },
      rollback: async () => {
        await this.#undo(group)
        end()
      },
    }
  }

  /** Another one. */
  #join(group: Group, end: () => void): SqliteTransaction {
    let failure: unknown
    const run = async (sql: string, parameters: readonly unknown[] = []) => {
      try {
        return await this.#engine.run(sql, parameters)
      } catch (error) {
        failure = error
        throw error
      }
    }
    const rollback = async () => {
      const reason = failure
      try {
        await run('rollback to member')
        await run('release member')
      } catch (error) {
        // After the gravest failures, such as a full disk, SQLite has undone the others as well.
        await this.#undo(group, reason ?? error)
      }
      end()
    }
    const commit = async () => {
      try {
        await run('release member')
      } catch (error) {
        await rollback()
        throw error
      }
      end()
      await group.outcome.promise
    }
    return { run: ({ sql, parameters }) => run(sql, parameters), commit, rollback }
  }

  async #commit(group: Group): Promise<void> {
    group.isEnding = true
    await this.#transaction
    if (this.#group !== group) return
    try {
      await this.#engine.run('commit', [])
      this.#group = undefined
      group.outcome.resolve()
    } catch (error) {
      await this.#undo(group, error)
    }
  }

  async #undo(group: Group, failure?: unknown): Promise<void> {
    try {
      await this.#engine.run('rollback', [])
    } catch {
      // SQLite has done so by itself.
    }
    this.#group = undefined
    group.outcome.reject(failure)
  }

  /** Makes an attempt when there are no `others`, for as long as it is only a lock that keeps it back. */
  async #outlastLocks<Result>(
    others: () => Promise<void> | undefined,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const givesUpAt = performance.now() + lockPatienceMs
    let leaveLine: (() => void) | undefined
    try {
      while (true) {
        try {
          while (others() !== undefined) await others()
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

  /** Gives, when all before have left the line, what leaves it. */
  async #joinLine(): Promise<() => void> {
    const before = this.#line
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await before
    return resolve
  }
}
