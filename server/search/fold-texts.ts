import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { mergeSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { foldWithWords, toSearchText } from '#server/search/search.rules.ts'

const isPromptStale = sql`folded_at is distinct from updated_at`
const isFolderStale = sql`folded_from is distinct from name`
/** Takes some milliseconds, for which other writers wait: each is written to the index of trigrams. */
const promptsAtOnce = 20
const foldersAtOnce = 100

/**
 * Whether `foldSomeTexts` has anything to do; with an owner, in that library. SQLite would look for the owner in an index
 * of all prompts, and is asked for any owner.
 */
export async function hasTextsToFold(db: Handle, owner?: OwnerNo): Promise<boolean> {
  const ofOwner = owner === undefined || !isPostgres(db) ? sql`` : isOfOwner(owner)
  const { rows } = await sql`select 1 from (select rid from prompts
      where ${isPromptStale} ${ofOwner} limit 1) as prompt
    union all select 1 from (select rid from folders
      where ${isFolderStale} ${ofOwner} limit 1) as folder`.execute(db)
  return rows.length > 0
}

/** By key too, which the indexes of what is stale are in the order of. */
function isOfOwner(owner: OwnerNo) {
  const [first, last] = ridRange(owner)
  return sql`and owner_no = ${owner} and rid between ${first} and ${last}`
}

/** Folds some search texts and names of folders anew that the release before has written. */
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
    from prompts where ${isPromptStale} limit ${sql.lit(promptsAtOnce)}`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (transaction) => {
    for (const { owner_no, rid, updated_at, name, body, notes } of rows) {
      const key = sql`owner_no = ${owner_no} and rid = ${rid}`
      const { numAffectedRows = 0n } = await sql`update prompts set folded_at = ${updated_at}
        where ${key} and updated_at = ${updated_at}`.execute(transaction)
      if (numAffectedRows === 0n) continue
      const text = toSearchText({ name, prompt: body, notes })
      await sql`update prompt_search set text = ${text}
        where ${key} and text <> ${text}`.execute(transaction)
    }
    await mergeSomeTrigrams(transaction)
  })
}

async function foldSomeFolders(db: Handle): Promise<void> {
  type Row = { owner_no: number; rid: number; name: string }
  const { rows } = await sql<Row>`select owner_no, rid, name
    from folders where ${isFolderStale} limit ${sql.lit(foldersAtOnce)}`.execute(db)
  for (const { owner_no, rid, name } of rows) {
    await sql`update folders set folded_name = ${foldWithWords(name)}, folded_from = ${name}
      where owner_no = ${owner_no} and rid = ${rid} and name = ${name}`.execute(db)
  }
}
