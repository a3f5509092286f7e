import type { Activity } from '#contract/accounts/activity.ts'
import { limits } from '#contract/core/limits.ts'
import { toActivity } from '#server/accounts/activity/activity.present.ts'
import { listActivityRows } from '#server/users/activity.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listNamesOf } from '#server/library/prompts/prompts.queries.ts'

/** The events of an account in the last 90 days, newest first. */
export async function listActivity(db: Handle, owner: OwnerNo, now: number): Promise<Activity[]> {
  const rows = await listActivityRows(db, owner, now - limits.activityDays * 24 * 60 * 60_000)
  const ids = rows.flatMap(({ prompt_id }) => prompt_id ?? [])
  const names = new Map((await listNamesOf(db, owner, ids)).map(({ id, name }) => [id, name]))
  return rows.map((row) => toActivity(row, names))
}
