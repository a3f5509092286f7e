import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { countDeleted } from '#server/library/libraries.queries.ts'
import type { RunTable } from '#server/runs/runs.table.ts'

export type RunRow = Selectable<RunTable>
export type RunCardRow = Omit<RunRow, 'filled_in' | 'text' | 'answer'> & { preview: string }

/** The bytes that a run takes of an account's storage; its answer once it has ended. */
export const runBytes = sql<number>`octet_length(text) + coalesce(octet_length(filled_in), 0)
  + case when state = 'running' then 0 else octet_length(answer) end + ${sql.lit(limits.rowBytes)}`

// Literals, so that SQLite uses the partial indexes.
const isRunning = sql<boolean>`state = 'running'`
const hasEnded = sql<boolean>`state <> 'running'`
const isRun = (owner: AccountNo, id: string) => sql<boolean>`owner_no = ${owner} and id = ${id}`

const previewLength = 200
const abandonedAtOnce = 100

/** All columns but the long ones. */
const cardColumns = [
  'owner_no',
  'id',
  'prompt_id',
  'model',
  'connection_id',
  'model_name',
  'input_price',
  'output_price',
  'state',
  'error',
  'is_cut',
  'reserved',
  'credits',
  'input_tokens',
  'output_tokens',
  'started_at',
  'beat_at',
  'ended_at',
  'stop_at',
  'expires_at',
] as const satisfies (keyof RunTable)[]

/** Returns the bytes that it takes. */
export async function insertRun(db: Handle, row: RunRow): Promise<number> {
  const { bytes } = await db
    .insertInto('runs')
    .values(row)
    .returning(runBytes.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** A run, also one that is not shown any more. */
export async function findRun(
  db: Handle,
  owner: AccountNo,
  id: string,
): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where(isRun(owner, id)).executeTakeFirst()
}

/** What has changed of a run since a beat that the caller knows; its answer only if there was one. */
export async function findRunSince(db: Handle, owner: OwnerNo, id: string, beatAt: number) {
  return db
    .selectFrom('runs')
    .select(cardColumns)
    .select(
      sql<string | null>`case when beat_at <> ${beatAt} or state <> 'running' then answer end`.as(
        'answer',
      ),
    )
    .where(isRun(owner, id))
    .executeTakeFirst()
}

export async function listRunRows(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  now: number,
): Promise<RunCardRow[]> {
  return db
    .selectFrom('runs')
    .select(cardColumns)
    .select(sql<string>`substr(answer, 1, ${sql.lit(previewLength)})`.as('preview'))
    .where('owner_no', '=', owner)
    .where('prompt_id', '=', promptId)
    .where('expires_at', '>', now)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.keptRuns)
    .execute()
}

export async function listRunsAfter(
  db: Handle,
  owner: OwnerNo,
  { id, now, limit }: { id: string; now: number; limit: number },
): Promise<RunRow[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('id', '>', id)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countRunning(db: Handle, owner: OwnerNo): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('owner_no', '=', owner)
    .where(isRunning)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes those of a prompt that are too many once another one is there. */
export async function pruneRuns(
  transaction: Handle,
  owner: OwnerNo,
  promptId: string,
): Promise<void> {
  const deleted = await transaction
    .deleteFrom('runs')
    .where('owner_no', '=', owner)
    .where('prompt_id', '=', promptId)
    .where(hasEnded)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('runs')
        .select('id')
        .where('owner_no', '=', owner)
        .where('prompt_id', '=', promptId)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limits.keptRuns - 1),
    )
    .returning(runBytes.as('bytes'))
    .execute()
  await countDeleted(transaction, owner, deleted)
}

type Beat = Pick<RunRow, 'beat_at' | 'input_tokens' | 'output_tokens'> & { answer?: string }

/** Notes a sign of life. Returns whether the run is to stop; undefined where it is not running any more. */
export async function noteBeat(
  db: Handle,
  owner: AccountNo,
  id: string,
  beat: Beat,
): Promise<{ isToStop: boolean } | undefined> {
  const row = await db
    .updateTable('runs')
    .set(beat)
    .where(isRun(owner, id))
    .where(isRunning)
    .returning('stop_at')
    .executeTakeFirst()
  return row && { isToStop: row.stop_at !== null }
}

/** Ends a run. Returns whether it was running. */
export async function endRun(
  db: Handle,
  owner: AccountNo,
  id: string,
  end: Updateable<RunTable>,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set(end)
    .where(isRun(owner, id))
    .where(isRunning)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Asks a run to stop. Returns whether there is such a run. */
export async function askToStop(
  db: Handle,
  owner: OwnerNo,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({ stop_at: sql<number>`coalesce(stop_at, ${now})` })
    .where(isRun(owner, id))
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Which = { id?: string | undefined; promptId?: string | null | undefined; now: number }

/** Deletes runs. Those that are running are asked to stop, and not shown any more. Returns the ids of all. */
export async function deleteRuns(
  transaction: Handle,
  owner: OwnerNo,
  { id, promptId, now }: Which,
): Promise<string[]> {
  const isId = id === undefined ? sql`` : sql`and id = ${id}`
  const isOfPrompt = promptId ? sql`and prompt_id = ${promptId}` : sql``
  return deleteThose(
    transaction,
    owner,
    sql<boolean>`owner_no = ${owner} ${isId} ${isOfPrompt}`,
    now,
  )
}

/** Hides those of some runs that are running, and deletes the others. Returns the ids of all that were shown. */
async function deleteThose(
  transaction: Handle,
  owner: AccountNo,
  those: RawBuilder<boolean>,
  now: number,
): Promise<string[]> {
  const running = await transaction
    .selectFrom('runs')
    .select('id')
    .where(those)
    .where(isRunning)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  // One by one, as `noteBeats` locks them.
  for (const { id } of running) {
    await transaction
      .updateTable('runs')
      .set({ stop_at: now, expires_at: 0 })
      .where(isRun(owner, id))
      .where(isRunning)
      .execute()
  }
  const ended = await transaction
    .deleteFrom('runs')
    .where(those)
    .where(hasEnded)
    .returning(['id', runBytes.as('bytes')])
    .execute()
  await countDeleted(transaction, owner, ended)
  return [...running, ...ended].map(({ id }) => id)
}

/** Asks the runs of prompts to stop, which their server sees within a second. One by one, as `noteBeats` locks them. */
export async function stopRunsOf(
  transaction: Handle,
  owner: OwnerNo,
  rids: readonly number[],
  now: number,
): Promise<void> {
  if (rids.length === 0) return
  const running = await transaction
    .selectFrom('runs')
    .select('id')
    .where(ofPrompts(owner, 'prompts', rids))
    .where(isRunning)
    .orderBy('id')
    .execute()
  for (const { id } of running) await askToStop(transaction, owner, id, now)
}

/** Deletes the runs of prompts, in the library or in the trash; those that are running stop, and are swept. */
export async function deleteRunsOf(
  transaction: Handle,
  owner: AccountNo,
  table: 'prompts' | 'trashed_prompts',
  rids: readonly number[],
): Promise<void> {
  if (rids.length === 0) return
  await deleteThose(transaction, owner, ofPrompts(owner, table, rids), 0)
}

function ofPrompts(
  owner: AccountNo,
  table: 'prompts' | 'trashed_prompts',
  rids: readonly number[],
) {
  return sql<boolean>`owner_no = ${owner} and prompt_id in (
    select id from ${sql.table(table)} where owner_no = ${owner} and rid in (${sql.join(rids)}))`
}

/** Some runs without a sign of life since a moment, of any owner by default. */
export async function listAbandoned(
  db: Handle,
  until: number,
  owner?: OwnerNo,
): Promise<Pick<RunRow, 'owner_no' | 'id' | 'beat_at'>[]> {
  return db
    .selectFrom('runs')
    .select(['owner_no', 'id', 'beat_at'])
    .where(isRunning)
    .where('beat_at', '<=', until)
    .$if(owner !== undefined, (query) => query.where('owner_no', '=', owner ?? 0))
    .limit(abandonedAtOnce)
    .execute()
}

/** Some run that is not shown any more, of any owner. */
export async function findExpiredRun(
  db: Handle,
  until: number,
): Promise<Pick<RunRow, 'owner_no' | 'id'> | undefined> {
  return db
    .selectFrom('runs')
    .select(['owner_no', 'id'])
    .where(hasEnded)
    .where('expires_at', '<=', until)
    .limit(1)
    .executeTakeFirst()
}

export async function deleteRun(transaction: Handle, owner: AccountNo, id: string): Promise<void> {
  const deleted = await transaction
    .deleteFrom('runs')
    .where(isRun(owner, id))
    .returning(runBytes.as('bytes'))
    .execute()
  await countDeleted(transaction, owner, deleted)
}

export async function getKeepsRuns(db: Handle, owner: OwnerNo): Promise<boolean> {
  const row = await db
    .selectFrom('libraries')
    .select('keeps_runs')
    .where('owner_no', '=', owner)
    .executeTakeFirst()
  return row?.keeps_runs !== 0
}

export async function setKeepsRuns(db: Handle, owner: OwnerNo, keepsRuns: 0 | 1): Promise<void> {
  await db
    .updateTable('libraries')
    .set({ keeps_runs: keepsRuns })
    .where('owner_no', '=', owner)
    .execute()
}
