import type { activityCalls } from '#contract/accounts/activity.ts'
import { listActivity } from '#server/accounts/activity/list-activity.ts'
import type { Operations } from '#server/core/operation.ts'

export const activityOperations: Operations<typeof activityCalls> = {
  async listActivity({ db, now }, { owner }) {
    return { activity: await listActivity(db.main, owner, now()) }
  },
}
