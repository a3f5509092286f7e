import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import { mergeSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { foldName, foldingMark } from '#server/search/search.rules.ts'
import { toSearchText } from '#server/search/search-text.ts'

/** As in the indexes of migration 0026. */
const isStale = (db: Handle) =>
  sql`${sql.raw(isPostgres(db) ? 'strpos' : 'instr')}(folded_name, ${sql.lit(foldingMark)}) = 0`
/** Takes some milliseconds, for which other writers wait: each is written to the index of trigrams. */
const promptsAtOnce = 20
const foldersAtOnce = 100

/** Whether `foldSomeTexts` has anything to do; with an owner, in that library. On SQLite, in any. */
export async function hasTextsToFold(db: Handle, owner?: OwnerNo): Promise<boolean> {
  const inLibrary = isPostgres(db) ? inOrderOf(owner) : sql``
  const { rows } = await sql`select 1 from (select rid from prompt_search
      where ${isStale(db)} ${inLibrary} limit 1) as prompt
    union all select 1 from (select rid from folders
      where ${isStale(db)} ${inLibrary} limit 1) as folder`.execute(db)
  return rows.length > 0
}

/**
 * In the order of the indexes of what is stale: PostgreSQL expects more of it than there is, and would read the tables.
 * SQLite would with any of these conditions.
 */
function inOrderOf(owner?: OwnerNo) {
  if (owner === undefined) return sql`order by rid`
  const [first, last] = ridRange(owner)
  return sql`and owner_no = ${owner} and rid between ${first} and ${last} order by rid`
}

/** Re-folds some of the search texts and folder names that the previous release wrote. */
export async function foldSomeTexts(db: Handle): Promise<void> {
  await foldSomePrompts(db)
  await foldSomeFolders(db)
}

async function foldSomePrompts(db: Handle): Promise<void> {
  type Row = {
    owner_no: number
    rid: number
    updated_at: string
    name: string
    body: string
    notes: string | null
  }
  const { rows } = await sql<Row>`select owner_no, rid, updated_at, name, body, notes
    from prompts where rid in (
      select rid from prompt_search where ${isStale(db)} order by rid
        limit ${sql.lit(promptsAtOnce)})`.execute(db)
  for (const [owner, stale] of Map.groupBy(rows, ({ owner_no }) => owner_no)) {
    await db.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      for (const { rid, updated_at, name, body, notes } of stale) {
        const key = sql`owner_no = ${owner} and rid = ${rid}`
        // Keeps a change out until the text is written, and the release before from folding it its own way.
        const { numAffectedRows = 0n } = await sql`update prompts set folded_at = ${updated_at}
          where ${key} and updated_at = ${updated_at}`.execute(transaction)
        if (numAffectedRows === 0n) continue
        const text = toSearchText(db, { name, prompt: body, notes })
        await sql`update prompt_search set text = ${text}
          where ${key} and text <> ${text}`.execute(transaction)
      }
      await mergeSomeTrigrams(transaction)
    })
  }
}

async function foldSomeFolders(db: Handle): Promise<void> {
  type Row = { owner_no: number; rid: number; name: string }
  const { rows } = await sql<Row>`select owner_no, rid, name
    from folders where ${isStale(db)} order by rid limit ${sql.lit(foldersAtOnce)}`.execute(db)
  for (const { owner_no, rid, name } of rows) {
    await sql`update folders set folded_name = ${foldName(name)}, folded_from = ${name}
      where owner_no = ${owner_no} and rid = ${rid} and name = ${name}`.execute(db)
  }
}
