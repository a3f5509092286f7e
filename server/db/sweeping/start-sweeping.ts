import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import { sweepExpired } from '#server/db/sweeping/sweep-expired.ts'
import { hasDeletedTexts, sweepSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { hasStalePreviews, updatePreviews } from '#server/prompts/prompts.queries.ts'
import { foldSomeTexts, hasTextsToFold } from '#server/search/fold-texts.ts'
import { sweepTrash } from '#server/trash/erase-trash.ts'
import { startLoop, type Loop } from '#server/jobs/start-loop.ts'

const lookEveryMs = 5_000
/** Between batches, in which others can write. */
const pauseMs = 5

/**
 * Starts the background work on the database: it deletes expired rows and what was long enough in the trash, stores
 * stale previews and search texts, and takes deleted texts out of SQLite's index of trigrams.
 */
export function startSweeping(context: Pick<Services, 'db' | 'log' | 'now'>): Loop {
  const { main, background } = context.db
  const timing = { everyMs: lookEveryMs, failure: 'Background work on the database failed' }
  return startLoop(context, timing, async (stopping) => {
    await sweepExpired(context, stopping)
    await sweepTrash(context, stopping)
    while (!stopping.aborted && (await hasStalePreviews(main))) {
      await updatePreviews(background)
      await delay(pauseMs)
    }
    while (!stopping.aborted && (await hasTextsToFold(main))) {
      await foldSomeTexts(background)
      await delay(pauseMs)
    }
    if (!(await hasDeletedTexts(main))) return
    while (!stopping.aborted && (await sweepSomeTrigrams(background))) await delay(pauseMs)
  })
}
