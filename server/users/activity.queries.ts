import { sql, type Selectable } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { ActivityTable } from '#server/db/schema/activity.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

export type ActivityRow = Selectable<ActivityTable>

/** Adds an entry, or counts it towards the one with the same id. Returns its count. */
export async function putActivity(db: Handle, row: ActivityRow): Promise<number> {
  const { at, via, agent, network } = row
  const { count } = await db
    .insertInto('activity')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['owner_no', 'id']).doUpdateSet({
        at,
        via,
        agent,
        network,
        count: sql`activity.count + excluded.count`,
        name: sql`case when activity.name = excluded.name then excluded.name end`,
        prompt_id: sql`case when activity.prompt_id = excluded.prompt_id then excluded.prompt_id end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes an owner's oldest entries beyond the limit. */
export async function pruneActivity(db: Handle, owner: AccountNo): Promise<void> {
  await sql`delete from activity where owner_no = ${owner} and (at, id) < (
    select at, id from activity where owner_no = ${owner}
    order by at desc, id desc limit 1 offset ${sql.lit(limits.activity - 1)})`.execute(db)
}

/** An owner's entries since a time, newest first. */
export function listActivityRows(
  db: Handle,
  owner: OwnerNo,
  since: number,
): Promise<ActivityRow[]> {
  return db
    .selectFrom('activity')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.activity)
    .execute()
}
