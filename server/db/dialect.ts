import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely'

/** Whether a handle uses PostgreSQL; the alternative is SQLite. */
export function isPostgres<Schema>(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The position of `needle` in a text, in characters from 1; 0 if it does not occur. */
export function positionIn<Schema>(
  db: Kysely<Schema>,
  text: RawBuilder<unknown>,
  needle: string,
): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`strpos(${text}, ${needle})`
    : sql<number>`instr(${text}, ${needle})`
}
