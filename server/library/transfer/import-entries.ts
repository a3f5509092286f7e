import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/core/limits.ts'
import type { CheckedEntry } from '#contract/transfer/import.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { dayMs } from '#server/library/transfer/imports.rules.ts'
import {
  countImports,
  findImport,
  putImport,
  type ImportRow,
} from '#server/library/transfer/imports.queries.ts'
import { writeEntries } from '#server/library/transfer/write-entries.ts'

/** Takes some hundredths of a second, during which other writers wait. */
const entriesAtOnce = 50
/** Lets other writers in between batches. */
const pauseMs = 5
/** How long an unfinished import can be continued, and a finished one undone. */
const unfinishedMs = 30 * dayMs
const finishedMs = dayMs

type Batch = {
  attempt: string
  name: string
  total: number
  from: number
  entries: readonly CheckedEntry[]
}

/**
 * Imports the entries of a batch that are not imported yet, and returns how many entries of the import are imported so
 * far. A batch that leaves a gap changes nothing.
 *
 * @throws ApiError `import_undone`, `too_many_attempts`, and what `writeEntries` throws; earlier entries remain
 */
export async function importEntries(
  services: Services,
  owner: OwnerNo,
  batch: Batch,
): Promise<number> {
  let done = await importSome(services, owner, batch)
  const end = batch.from + batch.entries.length
  while (done >= batch.from && done < end) {
    await delay(pauseMs)
    done = await importSome(services, owner, batch)
  }
  return done
}

/** Writes entries and the import's progress in one transaction, so that no entry is imported twice. */
async function importSome(
  services: Services,
  owner: OwnerNo,
  { attempt, name, total, from, entries }: Batch,
): Promise<number> {
  const now = services.now()
  return services.db.background.transaction().execute(async (transaction: Handle) => {
    if (!(await lockLibrary(transaction, owner))) throw new ApiError('not_logged_in')
    const begun = await findImport(transaction, owner, attempt)
    if (begun && begun.undone_at !== null) throw new ApiError('import_undone')
    const row = begun ?? (await newImport(transaction, owner, { attempt, name, total, now }))
    if (from + entries.length > row.total) {
      throw new ApiError('invalid_request', {
        path: 'entries',
        message: 'entries goes beyond total.',
      })
    }
    const next = from > row.done ? [] : entries.slice(row.done - from).slice(0, entriesAtOnce)
    if (next.length === 0) return row.done
    const done = row.done + next.length
    const startedAt = new Date(row.started_at).toISOString()
    await writeEntries(transaction, services, owner, {
      attempt,
      at: row.done,
      startedAt,
      entries: next,
    })
    const expires_at = now + (done === row.total ? finishedMs : unfinishedMs)
    await putImport(transaction, { ...row, done, expires_at })
    return done
  })
}

/** @throws ApiError `too_many_attempts` */
export async function newImport(
  transaction: Handle,
  owner: OwnerNo,
  { attempt, name, total, now }: { attempt: string; name: string; total: number; now: number },
): Promise<ImportRow> {
  if ((await countImports(transaction, owner)) >= limits.imports) {
    throw new ApiError('too_many_attempts')
  }
  const begun = { done: 0, started_at: now, undone_at: null, expires_at: now + unfinishedMs }
  return { owner_no: owner, attempt, name, total, ...begun }
}
