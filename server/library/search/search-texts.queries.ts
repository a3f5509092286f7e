import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { mergeSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import type { PromptSearchTable } from '#server/db/schema/prompts.table.ts'

type SearchColumns = Pick<PromptSearchTable, 'sort_key' | 'text'>

/** With more, the segments of SQLite's index become too many. */
const textsMergedAtOnce = 20

export async function insertSearchTexts(
  db: Handle,
  owner: AccountNo,
  rows: readonly (SearchColumns & { rid: number })[],
): Promise<void> {
  await db
    .insertInto('prompt_search')
    .values(rows.map((row) => ({ owner_no: owner, ...row })))
    .execute()
  for (let merged = 0; merged < rows.length; merged += textsMergedAtOnce) {
    await mergeSomeTrigrams(db)
  }
}

export async function updateSearchText(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  columns: SearchColumns,
): Promise<void> {
  await db
    .updateTable('prompt_search')
    .set(columns)
    .where('owner_no', '=', owner)
    .where('rid', '=', rid)
    .execute()
  await mergeSomeTrigrams(db)
}
