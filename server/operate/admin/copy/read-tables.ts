import { sql, type Kysely } from 'kysely'
import { CommandError } from '#server/operate/admin/define-command.ts'
import { isPostgres } from '#server/db/dialect.ts'

/** A table that both databases have. */
export type Table = {
  name: string
  columns: readonly string[]
  /** The columns of the primary key. */
  key: readonly string[]
  /** Columns that refer to rows of the same table, which may come later. They are null at first. */
  toItself: readonly string[]
}

/** Tables that only one database has: they contain an index, or rows that still have to be swept from it. */
const ofSqliteAlone: ReadonlySet<string> = new Set(['deleted_search_texts'])
/** Each database has its own, created by its migrations. */
const ofMigrations = 'kysely_migration'

type Rows<Row> = { rows: Row[] }

/** The names of the tables with rows of the product, in any order. */
export async function listTableNames(db: Kysely<unknown>): Promise<string[]> {
  const { rows }: Rows<{ name: string; type: string }> = isPostgres(db)
    ? await sql<{ name: string; type: string }>`
        select table_name as name, 'table' as type from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
    : await sql<{ name: string; type: string }>`
        select name, type from pragma_table_list where schema = 'main'`.execute(db)
  return rows
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
    .map(({ name }) => name)
    .filter((name) => name !== ofMigrations && (isPostgres(db) || !ofSqliteAlone.has(name)))
}

/**
 * The tables of two databases of the same version, each after those it refers to.
 *
 * @throws CommandError if a table or a column is not in both
 */
export async function readTables(
  sqlite: Kysely<unknown>,
  postgres: Kysely<unknown>,
): Promise<Table[]> {
  const names = await listTableNames(sqlite)
  refuseOthers('tables', names, await listTableNames(postgres))
  const tables = new Map<string, Table & { refersTo: readonly string[] }>()
  for (const name of names) {
    const columns = await listColumns(sqlite, name)
    const own = columns.map((column) => column.name)
    refuseOthers(`columns of ${name}`, own, await listPostgresColumns(postgres, name))
    const key = columns.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place)
    if (key.length === 0) throw new CommandError(`The table ${name} has no primary key.`)
    const references = await listReferences(sqlite, name)
    tables.set(name, {
      name,
      columns: own,
      key: key.map((column) => column.name),
      toItself: references
        .filter(({ table, from, to }) => table === name && from !== to)
        .map(({ from }) => from),
      refersTo: references.map(({ table }) => table).filter((table) => table !== name),
    })
  }
  return inOrder(tables)
}

function inOrder(tables: ReadonlyMap<string, Table & { refersTo: readonly string[] }>): Table[] {
  const ordered = new Set<Table>()
  const add = (name: string) => {
    const table = tables.get(name)
    if (table === undefined || ordered.has(table)) return
    for (const other of table.refersTo) add(other)
    ordered.add(table)
  }
  for (const name of [...tables.keys()].toSorted()) add(name)
  return [...ordered]
}

async function listColumns(
  sqlite: Kysely<unknown>,
  table: string,
): Promise<{ name: string; place: number }[]> {
  // Generated columns are hidden.
  const { rows } = await sql<{ name: string; place: number }>`
    select name, pk as place from pragma_table_xinfo(${table}) where hidden = 0`.execute(sqlite)
  return rows
}

async function listReferences(
  sqlite: Kysely<unknown>,
  table: string,
): Promise<{ table: string; from: string; to: string }[]> {
  const { rows } = await sql<{ table: string; from: string; to: string }>`
    select "table", "from", "to" from pragma_foreign_key_list(${table})`.execute(sqlite)
  return rows
}

async function listPostgresColumns(postgres: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
    postgres,
  )
  return rows.map(({ name }) => name)
}

/** The identity column of PostgreSQL's tables. */
export async function listNumbered(
  postgres: Kysely<unknown>,
): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(postgres)
  return rows
}

function refuseOthers(
  what: string,
  ofSqlite: readonly string[],
  ofPostgres: readonly string[],
): void {
  const other =
    ofSqlite.find((name) => !ofPostgres.includes(name)) ??
    ofPostgres.find((name) => !ofSqlite.includes(name))
  if (other === undefined) return
  throw new CommandError(
    `The two databases differ in their ${what}: only one has ${other}. Nothing was copied.`,
  )
}
