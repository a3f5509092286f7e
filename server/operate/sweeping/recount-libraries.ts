import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { Database, Handle } from '#server/db/database.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'
import { runBytes } from '#server/runs/runs.queries.ts'
import { versionBytes } from '#server/library/versions/versions.queries.ts'

/** Lets other writers in between libraries. */
const pauseMs = 5

/** Recounts every library, in the background. */
export async function recountLibraries(
  { main, background }: Database,
  stopping: AbortSignal,
): Promise<void> {
  for (let last = 0; !stopping.aborted;) {
    const next = await main
      .selectFrom('libraries')
      .select('owner_no')
      .where('owner_no', '>', last)
      .orderBy('owner_no')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return
    last = next.owner_no
    await recountLibrary(background, last)
    await delay(pauseMs)
  }
}

/**
 * Recounts a library and the items in its trash. Every change keeps the counts exact, but during a rolling release a
 * server that counts differently may have written rows. Takes a second for 200,000 prompts.
 */
async function recountLibrary(db: Handle, owner: AccountNo): Promise<void> {
  const rowBytes = sql.lit(limits.rowBytes)
  const of = (table: string) => sql`from ${sql.table(table)} where owner_no = ${owner}`
  const inItem = sql`owner_no = ${owner} and trash_id = trash.id`
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    await sql`update libraries set
        folder_count = (select count(*) ${of('folders')}),
        prompt_count = (select count(*) ${of('prompts')}),
        stored_bytes = (select count(*) * ${rowBytes} ${of('folders')})
          + (select cast(coalesce(sum(${promptBytes} + ${rowBytes}), 0) as bigint) ${of('prompts')})
          + (select cast(coalesce(sum(${versionBytes}), 0) as bigint) ${of('prompt_versions')})
          + (select cast(coalesce(sum(${runBytes}), 0) as bigint) ${of('runs')}),
        trash_rows = (select count(*) ${of('trash')}) + (select count(*) ${of('trashed_folders')})
          + (select count(*) ${of('trashed_prompts')}),
        trash_bytes = (select count(*) * ${rowBytes} ${of('trash')})
          + (select count(*) * ${rowBytes} ${of('trashed_folders')})
          + (select cast(coalesce(sum(${promptBytes} + ${rowBytes}), 0) as bigint) ${of('trashed_prompts')})
      where owner_no = ${owner}`.execute(transaction)
    await sql`update trash set
        folders = (select count(*) from trashed_folders where ${inItem}),
        prompts = (select count(*) from trashed_prompts where ${inItem}),
        bytes = (select cast(coalesce(sum(${promptBytes}), 0) as bigint)
          from trashed_prompts where ${inItem})
      where owner_no = ${owner}`.execute(transaction)
  })
}
