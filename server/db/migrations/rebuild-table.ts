import { sql, type Kysely } from 'kysely'

/**
 * Makes changes to a SQLite table that ALTER TABLE lacks: the order and constraints of columns, and keys. `create`
 * creates the table under the given name; `columns` maps each copied column to an expression over the previous row.
 * Indexes and triggers are recreated.
 * Only for a migration that `rebuilds`: with foreign keys enforced, dropping the previous table would delete every row
 * that references it.
 */
export async function rebuildTable(
  db: Kysely<unknown>,
  table: string,
  create: (name: string) => Promise<void>,
  columns: Record<string, string>,
): Promise<void> {
  const { rows: enforced } = await sql<object>`
    select 1 from pragma_foreign_keys where foreign_keys = 1`.execute(db)
  if (enforced.length > 0) throw new Error('Foreign keys must be off while a table is rebuilt.')
  const { rows: attached } = await sql<{ sql: string }>`
    select sql from sqlite_schema
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null`.execute(db)
  const rebuilt = `${table}_rebuilt`
  await create(rebuilt)
  await sql`insert into ${sql.table(rebuilt)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    select ${sql.join(Object.values(columns).map((value) => sql.raw(value)))}
    from ${sql.table(table)} order by rowid`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(rebuilt).renameTo(table).execute()
  for (const statement of attached) await sql.raw(statement.sql).execute(db)
}
