import { setTimeout as delay } from 'node:timers/promises'
import { sweepAccounts } from '#server/accounts/profile/delete-account.ts'
import type { Services } from '#server/core/services.ts'
import { sweepExpired } from '#server/db/sweeping/sweep-expired.ts'
import { emptyWriteAheadLog } from '#server/db/sqlite/erase-deleted.ts'
import {
  beginMergingTrigrams,
  countChanges,
  hasDeletedTexts,
  hasManySegments,
  mergeMoreTrigrams,
  sweepSomeTrigrams,
} from '#server/db/sqlite/trigrams.ts'
import { resealKeys } from '#server/models/connections/reseal-keys.ts'
import { hasStalePreviews, updatePreviews } from '#server/prompts/prompts.queries.ts'
import { foldSomeTexts, hasTextsToFold } from '#server/search/fold-texts.ts'
import { sweepRuns } from '#server/runs/sweep-runs.ts'
import { sweepImports } from '#server/transfer/undo-import.ts'
import { sweepTrash } from '#server/trash/erase-trash.ts'
import { sweepRestoring } from '#server/trash/restore-trash.ts'
import { startLoop, type Loop } from '#server/jobs/start-loop.ts'

const lookEveryMs = 5_000
/** Nothing waits for it, and it reads every sealed key. */
const resealEveryMs = 60 * 60 * 1000
/** Between batches, in which others can write. */
const pauseMs = 5

/**
 * Starts the background work on the database: it deletes expired rows, what was long enough in the trash and the rest of
 * imports that are undone and of deleted accounts, goes on with what comes back from the trash, settles runs whose server has died, seals keys with the newest key, stores stale previews and
 * search texts, and takes deleted texts out of SQLite's index of trigrams, which it merges as a whole when it is idle.
 */
export function startSweeping(
  context: Pick<Services, 'config' | 'db' | 'log' | 'now' | 'secrets'>,
): Loop {
  const { main, background } = context.db
  const timing = { everyMs: lookEveryMs, failure: 'Background work on the database failed' }
  /** The changes by requests, when last looked at, and when the log was last emptied. */
  let changes = -1
  let changesEmptied = 0
  let resealedAt = Number.NEGATIVE_INFINITY
  return startLoop(context, timing, async (stopping) => {
    await sweepExpired(context, stopping)
    await sweepRuns(context, stopping)
    await sweepImports(context, stopping)
    await sweepRestoring(context, stopping)
    await sweepTrash(context, stopping)
    await sweepAccounts(context, stopping)
    if (context.now() - resealedAt >= resealEveryMs) {
      await resealKeys(context, stopping)
      resealedAt = context.now()
    }
    while (!stopping.aborted && (await hasStalePreviews(main))) {
      await updatePreviews(background)
      await delay(pauseMs)
    }
    while (!stopping.aborted && (await hasTextsToFold(main))) {
      await foldSomeTexts(background)
      await delay(pauseMs)
    }
    if (await hasDeletedTexts(main)) {
      while (!stopping.aborted && (await sweepSomeTrigrams(background))) await delay(pauseMs)
    }
    await mergeWhenIdle(stopping)
  })

  /** Merges the index of trigrams while nobody writes. */
  async function mergeWhenIdle(stopping: AbortSignal): Promise<void> {
    const before = changes
    changes = await countChanges(main)
    if (changes !== before) return
    if (changesEmptied !== changes) await emptyWriteAheadLog(background)
    changesEmptied = changes
    if (!(await hasManySegments(main))) return
    await beginMergingTrigrams(background)
    let isMore = true
    while (isMore && !stopping.aborted && (await countChanges(main)) === changes) {
      isMore = await mergeMoreTrigrams(background)
      await delay(pauseMs)
    }
  }
}
