import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '#server/context.ts'
import { sweepExpired } from '#server/db/sweep-expired.ts'
import { hasDeletedTexts, sweepSomeTrigrams } from '#server/db/trigrams.ts'
import { startLoop, type Loop } from '#server/jobs/start-loop.ts'

const lookEveryMs = 5_000
/** Lets those write who wait for it. */
const pauseMs = 5

/**
 * Sweeps what counts for nothing any more, and the index of trigrams, in the background, whose thread is left
 * to sleep where there is nothing.
 */
export function startSweeping(context: Pick<AppContext, 'db' | 'log' | 'now'>): Loop {
  const { main, background } = context.db
  const timing = { everyMs: lookEveryMs, failure: 'What is over could not be swept' }
  return startLoop(context, timing, async (stopping) => {
    await sweepExpired(context, stopping)
    if (!(await hasDeletedTexts(main))) return
    while (!stopping.aborted && (await sweepSomeTrigrams(background))) await delay(pauseMs)
  })
}
