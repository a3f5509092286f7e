import { sql } from 'kysely'
import type { healthCalls } from '#contract/health.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

export const healthOperations: Operations<typeof healthCalls> = {
  async checkHealth({ db }) {
    await sql`select 1`.execute(db.main)
    if (db.isHanging()) throw new ApiError('unavailable')
    return success
  },
}
