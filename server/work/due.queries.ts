import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Nothing is put off for as long as this: what seems to be was put off by a clock that was ahead. */
const neverMs = 2 * 60 * 60_000

/** Whether it is time for a row of work that is tried again, by its `next_try_at`. */
export function isDue(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(next_try_at <= ${now} or next_try_at > ${now + neverMs})`
}
