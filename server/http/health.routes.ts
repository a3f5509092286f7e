import { sql } from 'kysely'
import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { success } from '#server/http/success.ts'

export function healthRoutes(implement: Implement, { db }: AppContext): void {
  implement(calls.checkHealth, async () => {
    await sql`select 1`.execute(db.main)
    return success
  })
}
