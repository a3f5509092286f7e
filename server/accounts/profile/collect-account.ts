import { toAccountData } from '#server/accounts/profile/account-data.present.ts'
import { getAccountRows } from '#server/accounts/profile/account-data.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listActivity } from '#server/accounts/activity/list-activity.ts'
import { toConnection } from '#server/runs/models/connections/connections.present.ts'
import { listConnectionRows } from '#server/runs/models/connections/connections.queries.ts'
import { toRun } from '#server/runs/runs.present.ts'
import { listRunsAfter, type RunRow } from '#server/runs/runs.queries.ts'
import { collectLibrary, pages } from '#server/library/transfer/collect-library.ts'
import { getMyValues } from '#server/library/values/my-values.queries.ts'

/** Runs read at a time, usually less than a megabyte. */
const runsAtOnce = 20

/** Streams all data that the server stores about an account, as one JSON document. Its library can be imported. */
export async function* collectAccount(
  { db, now }: Services,
  owner: OwnerNo,
): AsyncGenerator<string> {
  const account = toAccountData(await getAccountRows(db.background, owner))
  const { values: myValues, keepsLastValues } = await getMyValues(db.background, owner)
  const connections = (await listConnectionRows(db.background, owner)).map(toConnection)
  const activity = await listActivity(db.background, owner, now())
  const collectedAt = new Date(now()).toISOString()
  const head = { collectedAt, ...account, activity, myValues, keepsLastValues, connections }
  const runs = pages(
    (last: RunRow | undefined) =>
      listRunsAfter(db.background, owner, { id: last?.id ?? '', now: now(), limit: runsAtOnce }),
    toRun,
  )
  yield* collectLibrary(db.background, owner, head, [['runs', runs]], (prompt) => prompt)
}
