import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { SqliteInterruptedError } from '#server/db/failures.ts'
import type { Outcome, SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'
import type { ProcessReply, ProcessRequest } from '#server/db/sqlite/sqlite-process.ts'

/** A rare statement in a transaction, such as a large deletion, needs more time than others. */
const timesInTransaction = 3
/** Variables that configure the process itself. It needs none of the server's secrets. */
const passedOn = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'TMPDIR', 'SQLITE_TMPDIR']

type Waiting = {
  resolve: (outcome: Outcome) => void
  reject: (error: Error) => void
  sentAt: number
  timer: NodeJS.Timeout
}

export type BackgroundEngine = SqliteEngine & {
  /** Whether the current statement has used half of its time limit. */
  isHanging: () => boolean
}

/**
 * Opens a SQLite file in a separate process, which starts with the first statement. Statements run in the order in which
 * they are sent. If one takes longer than `statementMs`, or three times as long in a transaction, the process is killed,
 * since nothing else ends a statement; the next statement starts another one. The rest of the transaction fails.
 */
export function openSqliteInBackground(file: string, statementMs: number): BackgroundEngine {
  let child: ChildProcess | undefined
  let transaction: 'none' | 'open' | 'lost' = 'none'
  const waiting: Waiting[] = []

  const kill = () => child?.kill('SIGKILL')

  function giveUp(): void {
    process.off('exit', kill)
    kill()
    child = undefined
    if (transaction === 'open') transaction = 'lost'
    for (const { reject, timer } of waiting.splice(0)) {
      clearTimeout(timer)
      reject(new SqliteInterruptedError())
    }
  }

  function start(): ChildProcess {
    const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
    const started = fork(new URL('./sqlite-process.ts', import.meta.url), [file], {
      serialization: 'advanced',
      env,
      execArgv: ['--max-semi-space-size=8'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (reply: ProcessReply) => {
      if (child !== started) return
      const next = waiting.shift()
      clearTimeout(next?.timer)
      if ('failure' in reply) {
        next?.reject(Object.assign(new Error(reply.failure.message), reply.failure))
      } else next?.resolve(reply)
      if (waiting.length === 0) setHolding(started, false)
    })
    const fail = () => {
      if (child === started) giveUp()
    }
    started.on('error', fail)
    started.on('exit', fail)
    process.on('exit', kill)
    return started
  }

  function send(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      child ??= start()
      const timer = setTimeout(
        giveUp,
        transaction === 'open' ? timesInTransaction * statementMs : statementMs,
      )
      waiting.push({ resolve, reject, sentAt: performance.now(), timer })
      setHolding(child, true)
      child.send({ sql, parameters } satisfies ProcessRequest)
    })
  }

  return {
    async run(sql, parameters) {
      const ends = sql === 'commit' || sql === 'rollback'
      if (transaction === 'lost') {
        if (sql === 'rollback') transaction = 'none'
        throw new SqliteInterruptedError()
      }
      const outcome = await send(sql, parameters)
      if (sql === 'begin immediate') transaction = 'open'
      else if (ends) transaction = 'none'
      return outcome
    },
    isHanging: () =>
      waiting[0] !== undefined && performance.now() - waiting[0].sentAt > statementMs / 2,
    async close() {
      if (child === undefined) return
      const exited = once(child, 'exit')
      // Otherwise a program with nothing more to do would exit before this does.
      setHolding(child, true)
      giveUp()
      await exited
    },
  }
}

/** Sets whether the child process keeps this process running. */
function setHolding(child: ChildProcess, isHolding: boolean): void {
  for (const held of [child, child.channel]) {
    if (isHolding) held?.ref()
    else held?.unref()
  }
}
