import { setTimeout as delay } from 'node:timers/promises'
import { deleteOldCopies } from '#server/operate/backup/keep-copy.ts'
import type { Services } from '#server/core/services.ts'
import { sweepExpired } from '#server/operate/sweeping/sweep-expired.ts'
import { sweepLibraries } from '#server/operate/sweeping/sweep-libraries.ts'
import { emptyWriteAheadLog } from '#server/db/sqlite/erase-deleted.ts'
import {
  beginMergingTrigrams,
  countChanges,
  hasDeletedTexts,
  hasManySegments,
  mergeMoreTrigrams,
  sweepSomeTrigrams,
} from '#server/db/sqlite/trigrams.ts'
import { acquireLease } from '#server/core/jobs/leases.queries.ts'
import { startLoop, type Loop } from '#server/core/jobs/start-loop.ts'

const lookEveryMs = 5_000
/** The interval of all servers together: in a cluster, each sweep queries every shard for each kind of work. */
const sweepLibrariesEveryMs = 10 * 60_000
/** Lets other writers in between batches. */
const pauseMs = 5

type Context = Pick<Services, 'config' | 'db' | 'log' | 'now' | 'secrets'>

/** Starts the background work on the database. */
export function startSweeping(context: Context): Loop {
  const sweeper = makeSweeper(context)
  const timing = { everyMs: lookEveryMs, failure: 'Background work on the database failed' }
  const loop = startLoop(context, timing, sweeper.sweep)
  return {
    wake: () => {
      sweeper.expectWork()
      loop.wake()
    },
    stop: loop.stop,
  }
}

/**
 * `sweep` deletes expired rows, removes deleted texts from SQLite's trigram index, which it merges as a whole when idle,
 * and does the work due in libraries: the first time, since a server may have been interrupted, after `expectWork`, and
 * when no server has done so for ten minutes.
 */
export function makeSweeper(context: Context) {
  const { main, background } = context.db
  /** The numbers of changes by requests at the last sweep, and when the log was last emptied. */
  let changes = -1
  let changesEmptied = 0
  let expectsWork = true
  /** Ends optional work, once there is work that users wait for. */
  let hurry = new AbortController()

  /** Users may wait for work in a library, but not for the index. */
  const isOver = (stopping: AbortSignal) => stopping.aborted || expectsWork

  async function sweep(stopping: AbortSignal): Promise<void> {
    await sweepExpired(context, stopping)
    const isOurTurn = await acquireLease(main, 'sweeping', context.now(), sweepLibrariesEveryMs)
    if (expectsWork || isOurTurn) {
      expectsWork = false
      const { database } = context.config
      if (database.kind === 'sqlite') deleteOldCopies(database.file, context.now())
      try {
        hurry = new AbortController()
        await sweepLibraries(context, stopping, hurry.signal)
      } catch (error) {
        expectsWork = true
        throw error
      }
    }
    if (await hasDeletedTexts(main)) {
      while (!isOver(stopping) && (await sweepSomeTrigrams(background))) await delay(pauseMs)
    }
    await mergeWhenIdle(stopping)
  }

  /** Merges the trigram index while no request writes. */
  async function mergeWhenIdle(stopping: AbortSignal): Promise<void> {
    const before = changes
    changes = await countChanges(main)
    if (changes !== before) return
    if (changesEmptied !== changes) await emptyWriteAheadLog(background)
    changesEmptied = changes
    if (!(await hasManySegments(main))) return
    await beginMergingTrigrams(background)
    let isMore = true
    while (isMore && !isOver(stopping) && (await countChanges(main)) === changes) {
      isMore = await mergeMoreTrigrams(background)
      await delay(pauseMs)
    }
  }
  return {
    sweep,
    expectWork: () => {
      expectsWork = true
      hurry.abort()
    },
  }
}
