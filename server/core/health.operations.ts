import { sql } from 'kysely'
import type { healthCalls } from '#contract/health.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

export const healthOperations: Operations<typeof healthCalls> = {
  async checkHealth({ db }) {
    await sql`select 1`.execute(db.main)
    return success
  },
}
