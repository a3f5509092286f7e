import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { countDeleted } from '#server/users/libraries.queries.ts'
import { firstValuesLength } from '#server/runs/first-values.rules.ts'
import type { RunTable } from '#server/db/schema/runs.table.ts'

export type RunRow = Selectable<RunTable>
export type RunCardRow = Omit<RunRow, 'filled_in' | 'text' | 'answer'> & {
  preview: string
  /** The beginning of `filled_in`. */
  first_values: string | null
}

/** The bytes that a run counts towards an account's storage. Its answer counts once the run has ended. */
export const runBytes = sql<number>`octet_length(text) + coalesce(octet_length(filled_in), 0)
  + case when state = 'running' then 0 else octet_length(answer) end + ${sql.lit(limits.rowBytes)}`

// Literals, so that SQLite uses the partial indexes.
const isRunning = sql<boolean>`state = 'running'`
const hasEnded = sql<boolean>`state <> 'running'`
const isNotDeleted = sql<boolean>`restored_expires_at is null`
const isVisibleAt = (now: number) => sql<boolean>`${isNotDeleted} and expires_at > ${now}`
const isRun = (owner: AccountNo, id: string) => sql<boolean>`owner_no = ${owner} and id = ${id}`

const previewLength = 200
const abandonedBatch = 100

/** All columns except the long ones. */
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
  'restored_expires_at',
] as const satisfies (keyof RunTable)[]

/** Returns the bytes that the run counts towards the account's storage. */
export async function insertRun(db: Handle, row: RunRow): Promise<number> {
  const { bytes } = await db
    .insertInto('runs')
    .values(row)
    .returning(runBytes.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Includes expired runs. */
export async function findRun(
  db: Handle,
  owner: AccountNo,
  id: string,
): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where(isRun(owner, id)).executeTakeFirst()
}

/** A run, with its answer if there was a heartbeat since `beatAt` or the run has ended. */
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
    .select(
      sql<string | null>`substr(filled_in, 1, ${sql.lit(firstValuesLength)})`.as('first_values'),
    )
    .where('owner_no', '=', owner)
    .where('prompt_id', '=', promptId)
    .where(isVisibleAt(now))
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
    .where(isVisibleAt(now))
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

/** Deletes the oldest ended runs of a prompt, to make room for another one. Restorable ones do not count. */
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
    .where(isNotDeleted)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('runs')
        .select('id')
        .where('owner_no', '=', owner)
        .where('prompt_id', '=', promptId)
        .where(isNotDeleted)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limits.keptRuns - 1),
    )
    .returning(runBytes.as('bytes'))
    .execute()
  await countDeleted(transaction, owner, deleted)
}

type Heartbeat = Pick<RunRow, 'beat_at' | 'input_tokens' | 'output_tokens'> & { answer?: string }

/** Records a heartbeat. Returns whether the user has stopped the run; undefined if it is no longer running. */
export async function recordHeartbeat(
  db: Handle,
  owner: AccountNo,
  id: string,
  beat: Heartbeat,
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

/** Asks a run to stop. Returns whether the run exists. */
export async function requestStop(
  db: Handle,
  owner: OwnerNo,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({ stop_at: sql<number>`coalesce(stop_at, ${now})` })
    .where(isRun(owner, id))
    .where(isVisibleAt(now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Hides a run until it is restored or the sweep deletes it, and asks an active one to stop. Returns whether there was one. */
export async function hideRun(
  db: Handle,
  owner: OwnerNo,
  id: string,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({
      stop_at: sql<
        number | null
      >`case when ${isRunning} then coalesce(stop_at, ${now}) else stop_at end`,
      restored_expires_at: sql<number>`expires_at`,
      expires_at: sql<number>`case when expires_at < ${until} then expires_at else ${until} end`,
    })
    .where(isRun(owner, id))
    .where(isVisibleAt(now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Shows a hidden run again. Returns whether it is visible now. */
export async function restoreRun(
  db: Handle,
  owner: OwnerNo,
  id: string,
  now: number,
): Promise<boolean> {
  await db
    .updateTable('runs')
    .set({ expires_at: sql<number>`restored_expires_at`, restored_expires_at: null })
    .where(isRun(owner, id))
    .where('restored_expires_at', 'is not', null)
    .where('expires_at', '>', now)
    .execute()
  return hasRun(db, owner, id, now)
}

/** Whether the owner sees such a run; does not read its texts. */
export async function hasRun(
  db: Handle,
  owner: OwnerNo,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where(isRun(owner, id))
    .where(isVisibleAt(now))
    .executeTakeFirst()
  return row !== undefined
}

export function isVisible(row: RunRow, now: number): boolean {
  return row.restored_expires_at === null && row.expires_at > now
}

type RunFilter = { promptId?: string | null | undefined; now: number }

/** Deletes runs. Active ones are asked to stop and hidden, for the sweep to delete. Returns the ids of all. */
export async function deleteRuns(
  transaction: Handle,
  owner: OwnerNo,
  { promptId, now }: RunFilter,
): Promise<string[]> {
  const isOfPrompt = promptId ? sql`and prompt_id = ${promptId}` : sql``
  return deleteMatching(transaction, owner, sql<boolean>`owner_no = ${owner} ${isOfPrompt}`, now)
}

/** Hides active runs and deletes ended ones. Returns the ids of all that were visible. */
async function deleteMatching(
  transaction: Handle,
  owner: AccountNo,
  condition: RawBuilder<boolean>,
  now: number,
): Promise<string[]> {
  const running = await transaction
    .selectFrom('runs')
    .select('id')
    .where(condition)
    .where(isRunning)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  // One by one, in the same order as in `recordHeartbeats`.
  for (const { id } of running) {
    await transaction
      .updateTable('runs')
      .set({ stop_at: now, expires_at: 0, restored_expires_at: null })
      .where(isRun(owner, id))
      .where(isRunning)
      .execute()
  }
  const ended = await transaction
    .deleteFrom('runs')
    .where(condition)
    .where(hasEnded)
    .returning(['id', runBytes.as('bytes')])
    .execute()
  await countDeleted(transaction, owner, ended)
  return [...running, ...ended].map(({ id }) => id)
}

/** Whether the prompt of a run exists. */
export async function hasPrompt(db: Handle, owner: OwnerNo, promptId: string): Promise<boolean> {
  const prompt = await db
    .selectFrom('prompts')
    .select('rid')
    .where('owner_no', '=', owner)
    .where('id', '=', promptId)
    .executeTakeFirst()
  return prompt !== undefined
}

/** Asks the runs of prompts to stop. Their server notices at its next heartbeat. */
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
  // One by one, in the same order as in `recordHeartbeats`.
  for (const { id } of running) await requestStop(transaction, owner, id, now)
}

/** Asks all runs of an owner to stop. Their servers notice at their next heartbeat. */
export async function stopAllRuns(transaction: Handle, owner: OwnerNo, now: number): Promise<void> {
  const running = await transaction
    .selectFrom('runs')
    .select('id')
    .where('owner_no', '=', owner)
    .where(isRunning)
    .orderBy('id')
    .execute()
  // One by one, in the same order as in `recordHeartbeats`.
  for (const { id } of running) await requestStop(transaction, owner, id, now)
}

/** Deletes the runs of prompts in the library or in the trash. Active ones stop, and the sweep deletes them. */
export async function deleteRunsOf(
  transaction: Handle,
  owner: AccountNo,
  table: 'prompts' | 'trashed_prompts',
  rids: readonly number[],
): Promise<void> {
  if (rids.length === 0) return
  await deleteMatching(transaction, owner, ofPrompts(owner, table, rids), 0)
}

function ofPrompts(
  owner: AccountNo,
  table: 'prompts' | 'trashed_prompts',
  rids: readonly number[],
) {
  return sql<boolean>`owner_no = ${owner} and prompt_id in (
    select id from ${sql.table(table)} where owner_no = ${owner} and rid in (${sql.join(rids)}))`
}

/** A batch of active runs without a heartbeat since `until`, of any owner by default. */
export async function listAbandonedRuns(
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
    .limit(abandonedBatch)
    .execute()
}

/** An ended run of any owner that has expired. */
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
