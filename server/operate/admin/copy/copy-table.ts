import { hash as hashOf, createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Table } from '#server/operate/admin/copy/read-tables.ts'
import { fromStored, toStored } from '#server/library/search/search-text.ts'

/** The number of rows read at once: about this size in total, to limit memory. */
const bytesAtOnce = 2_000_000
const mostRowsAtOnce = 500
const fewestRowsAtOnce = 4

type Row = Record<string, unknown>

/** The contents of a table. The same rows have the same digest, in either database. */
export type Content = { rows: number; digest: string }

/** Copies the rows of a table, and returns a digest of the source's rows. */
export async function copyTable(
  from: Kysely<unknown>,
  to: Kysely<unknown>,
  table: Table,
): Promise<Content> {
  const content = await readRows(from, table, async (rows) => {
    const blank = Object.fromEntries(table.toItself.map((column) => [column, null]))
    await insertRows(
      to,
      table,
      rows.map((row) => ({ ...toStoredForm(to, table, row), ...blank })),
    )
  })
  if (table.toItself.length > 0)
    await readRows(from, table, (rows) => setReferences(to, table, rows))
  return content
}

/** Reads all rows of a table, by their keys. */
export async function readTable(db: Kysely<unknown>, table: Table): Promise<Content> {
  return readRows(db, table, async () => {})
}

async function readRows(
  db: Kysely<unknown>,
  table: Table,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<Content> {
  const digest = createHash('sha256')
  let count = 0
  let limit = fewestRowsAtOnce
  let last: Row | undefined
  for (;;) {
    const { rows } = await selectAfter(table, last, limit).execute(db)
    const forms = rows.map((row) => toCommonForm(db, table, row))
    const lines = forms.map((row) => toLine(table, row))
    for (const line of lines) digest.update(line)
    if (rows.length > 0) await take(forms)
    count += rows.length
    if (rows.length < limit) return { rows: count, digest: digest.digest('hex') }
    last = rows.at(-1)
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    const fitting = Math.floor((limit * bytesAtOnce) / Math.max(bytes, 1))
    limit = Math.max(fewestRowsAtOnce, Math.min(fitting, limit * 4, mostRowsAtOnce))
  }
}

function selectAfter(
  { name, columns, key }: Table,
  last: Row | undefined,
  limit: number,
): RawBuilder<Row> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const after = last
    ? sql`where (${keys}) > (${sql.join(key.map((column) => last[column]))})`
    : sql``
  return sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(name)} ${after} order by ${keys} limit ${sql.lit(limit)}`
}

async function insertRows(
  db: Kysely<unknown>,
  { name, columns }: Table,
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}

async function setReferences(
  db: Kysely<unknown>,
  { name, key, toItself }: Table,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    if (toItself.every((column) => row[column] === null)) continue
    const set = toItself.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
    const isRow = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
    await sql`update ${sql.table(name)} set ${sql.join(set)}
      where ${sql.join(isRow, sql` and `)}`.execute(db)
  }
}

/** The form of search texts depends on the database. */
function toCommonForm(db: Kysely<unknown>, { name }: Table, row: Row): Row {
  if (name !== 'prompt_search') return row
  return { ...row, text: fromStored(db, String(row['text'])) }
}

function toStoredForm(db: Kysely<unknown>, { name }: Table, row: Row): Row {
  if (name !== 'prompt_search') return row
  return { ...row, text: toStored(db, String(row['text'])) }
}

function toLine({ columns }: Table, row: Row): string {
  const values = columns.map((column) => {
    const value = row[column]
    return value instanceof Uint8Array ? { sha256: hashOf('sha256', value) } : value
  })
  return `${JSON.stringify(values)}\n`
}
