import { sql } from 'kysely'
import type { DatabaseLocation } from '#server/config/config.ts'
import { openForMigrations } from '#server/db/migrations/migrate-database.ts'

/**
 * Looks for damage in a database. Checks every page, index and reference of an embedded one, unless `isQuick`. For
 * PostgreSQL, checks whether it can be written to, and whether its indexes and constraints are in force. Returns a
 * sentence for each fault.
 */
export async function findFaults(location: DatabaseLocation, isQuick: boolean): Promise<string[]> {
  const db = openForMigrations(location)
  const read = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(db)).rows
  try {
    if (location.kind === 'sqlite') {
      await read(sql`select count(*) from users where owner_no = 0`)
      if (isQuick) return []
      const damage = await read(sql<{ integrity_check: string }>`pragma integrity_check(10)`)
      const broken = await read(sql<{ table: string }>`pragma foreign_key_check`)
      const tables = [...new Set(broken.map(({ table }) => table))]
      return [
        ...damage.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
        ...tables.map((table) => `${table} refers to rows that do not exist`),
      ]
    }
    const [settings] = await read(
      sql<{ refuses: string }>`select current_setting('transaction_read_only') as refuses`,
    )
    const invalid = await read(sql<{ name: string }>`
      select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
        where not (indisvalid and indisready)
      union all select conname from pg_constraint where not convalidated`)
    return [
      ...(settings?.refuses === 'on' ? ['PostgreSQL takes no changes'] : []),
      ...invalid.map(({ name }) => `${name} is not in force`),
    ]
  } finally {
    await db.destroy()
  }
}
